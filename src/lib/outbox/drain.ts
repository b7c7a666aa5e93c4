import { runInLane } from './lane-lock.ts'
import { applyFailure, toEntry, toFailure, toSettledEntry } from './records.ts'
import type { ActionRegistry } from './register-actions.ts'
import { chooseNext, type Failure } from './rules.ts'
import { changeEntry, onEntriesChange, type QueueRecord, readAllEntries, tryReadEntries } from './store.ts'
import type { Outcome } from './types.ts'

const maxParallelLanes = 3

export interface DrainContext {
  registry: ActionRegistry
  /** Whether this thread is a page. */
  isPage: boolean
  onProgress(id: string, share: number): void
  random: () => number
}

/** Returns unsettled entries in order. An entry of an unknown kind is included; its attempt rejects it. */
const listUnsettledEntries = async () => (await readAllEntries()).filter(({ outcome }) => !outcome)

/**
 * Sends all due entries, lanes in parallel, until none is due.
 *
 * @param immediateIds ids of entries that skip their wait; each is removed when it is tried
 * @param drainRequest its `isRequested` becomes true when another pass is requested
 */
export async function drain(
  context: DrainContext,
  immediateIds: Set<string>,
  drainRequest: { isRequested: boolean },
): Promise<void> {
  const { registry, isPage } = context
  const maySend = (kind: string) => isPage || !registry.find(kind)?.onlyFromPage
  const dependsOnLane = (kind: string) => registry.find(kind)?.dependsOnLane ?? false
  const running = new Map<string, Promise<void>>()
  /** Lanes locked by another tab or the worker. They are checked again after it has reported a change. */
  const lanesLockedElsewhere = new Set<string>()
  let wake = () => {}
  const stopListening = onEntriesChange(() => {
    lanesLockedElsewhere.clear()
    wake()
  })
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      drainRequest.isRequested = false
      const busy = new Set([...running.keys(), ...lanesLockedElsewhere])
      const situation = { now: Date.now(), busy, immediateIds, maySend, dependsOnLane }
      const { send, stuck } = chooseNext(await listUnsettledEntries(), situation)
      for (const { entry, code } of stuck) await recordFailure(entry, { code, status: 400 }, context)
      for (const entry of send.slice(0, maxParallelLanes - running.size)) {
        immediateIds.delete(entry.id)
        const sending = sendInLane(entry, context).then((wasFree) => {
          running.delete(entry.lane)
          if (!wasFree) lanesLockedElsewhere.add(entry.lane)
        })
        running.set(entry.lane, sending)
      }
      if (running.size > 0) await Promise.race([woken, ...running.values()])
      else if (!drainRequest.isRequested && stuck.length === 0) return
    }
  } finally {
    stopListening()
  }
}

async function sendInLane(entry: QueueRecord, context: DrainContext): Promise<boolean> {
  return runInLane(entry.lane, async (lockLost) => {
    // another tab may have sent it between our read and the lock
    const first = (await listUnsettledEntries()).find(({ lane, parked }) => lane === entry.lane && !parked)
    if (first?.id === entry.id) await sendEntry(first, context, lockLost)
  })
}

async function sendEntry(entry: QueueRecord, context: DrainContext, lockLost: AbortSignal): Promise<void> {
  const action = context.registry.find(entry.kind)
  if (!action) return recordFailure(entry, { code: 'ValidationFailed', status: 400 }, context)
  const abortController = new AbortController()
  const abort = () => abortController.abort()
  lockLost.addEventListener('abort', abort)
  const stopWatching = onEntriesChange(
    () => void isSettled(entry.id).then((isEntrySettled) => isEntrySettled && abort()),
  )
  try {
    const answer = await action.send(toEntry(entry, action), {
      signal: abortController.signal,
      onProgress: (share) => context.onProgress(entry.id, share),
    })
    await storeOutcome(entry.id, { type: 'done', ...(answer !== undefined && { answer }) })
  } catch (error) {
    if (!abortController.signal.aborted) await recordFailure(entry, toFailure(error), context)
  } finally {
    stopWatching()
    lockLost.removeEventListener('abort', abort)
  }
}

const isSettled = async (id: string) => {
  const all = await tryReadEntries()
  const entry = all?.find((each) => each.id === id)
  return entry ? entry.outcome !== undefined : all !== undefined
}

/** Stores the outcome of an entry, unless it has one. */
export function storeOutcome(id: string, outcome: Outcome): Promise<unknown> {
  return changeEntry(id, (before) => (before && !before.outcome ? toSettledEntry(before, outcome) : before))
}

async function recordFailure(entry: QueueRecord, failure: Failure, { random }: DrainContext): Promise<void> {
  await changeEntry(entry.id, (before) =>
    before && !before.outcome ? applyFailure(before, failure, Date.now(), random) : before,
  )
}
