import { noticesOn } from '../memory/notices.ts'

const signEveryInMs = 5_000
/** Hidden pages may run their timers once a minute; a frozen one, which keeps its locks, never. */
const silenceInMs = 90_000

/** Names of lanes whose holders are alive. */
const signs = noticesOn<string>('outbox-lanes')
/** When a lane that somebody else holds last gave a sign, by `performance.now()`. */
const lastSigns = new Map<string, number>()
let listening = false

const heldHere = new Set<string>()

/**
 * Does the work while no other tab and no worker sends from the lane. Takes over from a holder that gives no signs.
 *
 * @param work its signal says that another one took over
 * @returns false when somebody else is at it
 */
export async function inLane(lane: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const stolen = new AbortController()
  const hold = async () => {
    lastSigns.delete(lane)
    const beat = setInterval(() => signs.tell(lane), signEveryInMs)
    await work(stolen.signal).finally(() => clearInterval(beat))
    return true
  }
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return holdHere(lane, hold)
  try {
    const name = `outbox ${lane}`
    if (await locks.request(name, { ifAvailable: true }, (lock) => (lock ? hold() : false))) return true
    return isSilent(lane) ? await locks.request(name, { steal: true }, hold) : false
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    stolen.abort()
    return true
  }
}

/** For browsers without locks: one at a time on this thread. */
async function holdHere(lane: string, hold: () => Promise<boolean>): Promise<boolean> {
  if (heldHere.has(lane)) return false
  heldHere.add(lane)
  return hold().finally(() => heldHere.delete(lane))
}

function isSilent(lane: string): boolean {
  if (!listening) signs.listen((alive) => lastSigns.set(alive, performance.now()))
  listening = true
  const last = lastSigns.get(lane)
  if (last === undefined) lastSigns.set(lane, performance.now())
  return last !== undefined && performance.now() - last > silenceInMs
}
