import { isSendable } from './bodies.ts'
import { inLane } from './lane-lock.ts'
import { afterFailure, toEntry, toFailure, withOutcome } from './records.ts'
import { chooseNext, type Failure } from './rules.ts'
import { allEntries, changeEntry, knownEntries, onEntriesChange, type QueueRecord } from './store.ts'
import type { AnyEntry, EntryKind, Outcome, Sender, Senders } from './types.ts'

const lanesAtOnce = 3

export interface DrainTools {
  senders: Senders
  maySend: (kind: EntryKind) => boolean
  onProgress(id: string, share: number): void
  random: () => number
}

type Ready = QueueRecord & { kind: EntryKind }

/** Returns unsettled entries in order. An entry of an unknown kind is included; its attempt rejects it. */
const waiting = async () => (await allEntries()).filter(({ outcome }) => !outcome) as Ready[]

/**
 * Sends all due entries, lanes in parallel, until none is due.
 *
 * @param eager ids of entries that skip their wait; each is removed when it is tried
 * @param drainRequest its `isRequested` becomes true when another pass is requested
 */
export async function drain(
  tools: DrainTools,
  eager: Set<string>,
  request: { open: boolean },
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  /** Lanes locked by another tab or the worker. They are checked again after it has reported a change. */
  const elsewhere = new Set<string>()
  let wake = () => {}
  const stopListening = onEntriesChange(() => {
    elsewhere.clear()
    wake()
  })
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      request.open = false
      const busy = new Set([...running.keys(), ...elsewhere])
      const situation = { now: Date.now(), busy, eager, maySend: tools.maySend }
      const { send, stuck } = chooseNext(await waiting(), situation)
      for (const { entry, code } of stuck) await recordFailure(entry, { code, status: 400 }, tools)
      for (const entry of send.slice(0, lanesAtOnce - running.size)) {
        eager.delete(entry.id)
        const work = sendInLane(entry, tools).then((free) => {
          running.delete(entry.lane)
          if (!free) elsewhere.add(entry.lane)
        })
        running.set(entry.lane, work)
      }
      if (running.size > 0) await Promise.race([woken, ...running.values()])
      else if (!request.open && stuck.length === 0) return
    }
  } finally {
    stopListening()
  }
}

async function sendInLane(entry: Ready, tools: DrainTools): Promise<boolean> {
  return inLane(entry.lane, async (stolen) => {
    // another tab may have sent it between our read and the lock
    const first = (await waiting()).find(({ lane, parked }) => lane === entry.lane && !parked)
    if (first?.id === entry.id) await sendOne(first, tools, stolen)
  })
}

async function sendOne(entry: Ready, tools: DrainTools, stolen: AbortSignal): Promise<void> {
  if (!isSendable(entry)) return recordFailure(entry, { code: 'ValidationFailed', status: 400 }, tools)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  stolen.addEventListener('abort', stop)
  const stopWatching = onEntriesChange(() => void isGone(entry.id).then((gone) => gone && stop()))
  try {
    const answer = await send(tools.senders, toEntry(entry), {
      signal: stopping.signal,
      onProgress: (share) => tools.onProgress(entry.id, share),
    })
    await storeOutcome(entry.id, { type: 'done', ...(answer !== undefined && { answer }) })
  } catch (error) {
    if (!stopping.signal.aborted) await recordFailure(entry, toFailure(error), tools)
  } finally {
    stopWatching()
    stolen.removeEventListener('abort', stop)
  }
}

const send = (senders: Senders, entry: AnyEntry, tools: Parameters<Sender<EntryKind>>[1]) =>
  (senders[entry.kind] as Sender<EntryKind>)(entry, tools)

const isGone = async (id: string) => {
  const all = await knownEntries()
  const entry = all?.find((each) => each.id === id)
  return entry ? entry.outcome !== undefined : all !== undefined
}

/** Stores the outcome of an entry, unless it has one. */
export function storeOutcome(id: string, outcome: Outcome): Promise<unknown> {
  return changeEntry(id, (before) => (before && !before.outcome ? withOutcome(before, outcome) : before))
}

async function recordFailure(entry: QueueRecord, failure: Failure, { random }: DrainTools): Promise<void> {
  await changeEntry(entry.id, (before) =>
    before && !before.outcome ? afterFailure(before, failure, Date.now(), random) : before,
  )
}
