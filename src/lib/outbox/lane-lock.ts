import { openChannel } from '../memory/channel.ts'

const signEveryInMs = 5_000
/** Exceeds the interval of timers in hidden pages, which may be a minute. A frozen page keeps its locks and runs no timers. */
const silenceInMs = 90_000

/** Broadcasts heartbeats with the names of locked lanes. A page that has missed some restarts its waiting time. */
const signs = openChannel<string>('outbox-lanes', () => lastSigns.clear())
/** Time of the last heartbeat of a lane that another thread holds, by `performance.now()`. */
const lastSigns = new Map<string, number>()
let listening = false

const heldHere = new Set<string>()

/**
 * Runs the work while no other tab or worker sends from the lane. Steals the lock from a holder without heartbeats.
 *
 * @param work its signal is aborted when another thread has stolen the lock
 * @returns false when another thread holds the lane
 */
export async function inLane(lane: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const stolen = new AbortController()
  const hold = async () => {
    lastSigns.delete(lane)
    const beat = setInterval(() => signs.broadcast(lane), signEveryInMs)
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

/** Ensures mutual exclusion on this thread only, for browsers without Web Locks. */
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
