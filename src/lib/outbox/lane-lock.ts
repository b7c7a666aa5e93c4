import { openChannel } from '../memory/channel.ts'

const heartbeatIntervalInMs = 5_000
/** Exceeds the interval of timers in hidden pages, which may be a minute. A frozen page keeps its locks and runs no timers. */
const maxSilenceInMs = 90_000

/** Broadcasts heartbeats with the names of locked lanes. A page that has missed some restarts its waiting time. */
const heartbeats = openChannel<string>('outbox-lanes', () => lastHeartbeats.clear())
/** Time of the last heartbeat of a lane that another thread holds, by `performance.now()`. */
const lastHeartbeats = new Map<string, number>()
let isListening = false

const localLocks = new Set<string>()

/**
 * Runs the work while no other tab or worker sends from the lane. Steals the lock from a holder without heartbeats.
 *
 * @param work its signal is aborted when another thread has stolen the lock
 * @returns false when another thread holds the lane
 */
export async function runInLane(
  lane: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lockLost = new AbortController()
  const runHoldingLock = async () => {
    lastHeartbeats.delete(lane)
    const heartbeatTimer = setInterval(() => heartbeats.broadcast(lane), heartbeatIntervalInMs)
    await work(lockLost.signal).finally(() => clearInterval(heartbeatTimer))
    return true
  }
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return runWithLocalLock(lane, runHoldingLock)
  try {
    const name = `outbox ${lane}`
    if (await locks.request(name, { ifAvailable: true }, (lock) => (lock ? runHoldingLock() : false)))
      return true
    return isSilent(lane) ? await locks.request(name, { steal: true }, runHoldingLock) : false
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    lockLost.abort()
    return true
  }
}

/** Ensures mutual exclusion on this thread only, for browsers without Web Locks. */
async function runWithLocalLock(lane: string, runHoldingLock: () => Promise<boolean>): Promise<boolean> {
  if (localLocks.has(lane)) return false
  localLocks.add(lane)
  return runHoldingLock().finally(() => localLocks.delete(lane))
}

function isSilent(lane: string): boolean {
  if (!isListening) heartbeats.listen((aliveLane) => lastHeartbeats.set(aliveLane, performance.now()))
  isListening = true
  const lastHeartbeat = lastHeartbeats.get(lane)
  if (lastHeartbeat === undefined) lastHeartbeats.set(lane, performance.now())
  return lastHeartbeat !== undefined && performance.now() - lastHeartbeat > maxSilenceInMs
}
