import type { AnyEntry } from '../../lib/outbox/index.ts'
import { getRemainingWaitInMs } from '../../lib/outbox/rules.ts'
import type { DeviceSelfie, OutboxState } from '../../platform/outbox/index.ts'
import type { IconName } from '../../ui/Icon.tsx'

export interface TextMessage {
  textId: string
  values?: Record<string, string | number>
}

export interface Pill extends TextMessage {
  icon: IconName
  tone: 'neutral' | 'ok' | 'danger'
}

export interface QueueState extends Omit<OutboxState, 'readOn'> {
  /** Selfies whose outcome the runner has not seen. */
  selfies: readonly DeviceSelfie[]
  online: boolean
  /** ms */
  now: number
}

/** Age from which an unsent entry is shown. Entries sent within this time are never shown. */
export const showDelayInMs = 1_500

const toPercent = (fraction: number) => Math.floor(fraction * 100)

/** Returns the number of photos of the person with the most photos among those found. */
const countFoundPhotos = (record: DeviceSelfie) =>
  Math.max(0, ...(record.selfie?.persons ?? []).map(({ photosCount }) => photosCount))

function shouldShowEntry(entry: AnyEntry, { now, online, progress }: QueueState): boolean {
  if (entry.parked || progress[entry.id] !== undefined || entry.tries > 0) return true
  // an answer that can still be undone is delayed on purpose
  if (getRemainingWaitInMs(entry, now) > 0) return false
  return !online || Math.abs(now - entry.putOn) > showDelayInMs
}

/** Returns the short status of the whole queue; undefined when there is nothing to show. */
export function choosePill(queueState: QueueState): Pill | undefined {
  const visibleEntries = queueState.entries.filter((entry) => shouldShowEntry(entry, queueState))
  return (
    toAttentionPill(visibleEntries, queueState) ??
    toWaitingPill(visibleEntries, queueState) ??
    toSearchPill(queueState)
  )
}

/**
 * Returns whether the page itself shows everything that the pill would. A selfie is shown on the selfie page of its event, on
 * the button of the album and above the photos of the runner.
 */
export function isShownByPage(path: string, { entries, selfies }: QueueState): boolean {
  const [, eventId] = /^\/event\/([^/]+)(\/(photos|my|selfie))?\/?$/.exec(path) ?? []
  if (!eventId) return false
  return (
    entries.every(
      (entry) => (entry.kind === 'selfie' || entry.kind === 'alert.set') && entry.body.eventId === eventId,
    ) && selfies.every((selfie) => selfie.eventId === eventId)
  )
}

function toAttentionPill(visibleEntries: readonly AnyEntry[], { selfies }: QueueState): Pill | undefined {
  const count = visibleEntries.filter(({ parked }) => parked).length
  if (count > 0) return { icon: 'warning', tone: 'danger', textId: 'queue.pill.attention', values: { count } }
  const refused = selfies.some(({ stage }) => stage === 'refused')
  return refused ? { icon: 'warning', tone: 'danger', textId: 'queue.pill.refused' } : undefined
}

function toWaitingPill(
  visibleEntries: readonly AnyEntry[],
  { progress, online }: QueueState,
): Pill | undefined {
  const [first] = visibleEntries
  if (!first) return undefined
  const sentFraction = visibleEntries.map(({ id }) => progress[id]).find((fraction) => fraction !== undefined)
  if (online && sentFraction !== undefined) {
    const values = { percent: toPercent(sentFraction) }
    return { icon: 'reload', tone: 'neutral', textId: 'queue.pill.sending', values }
  }
  const values = { count: visibleEntries.length }
  if (online) return { icon: 'reload', tone: 'neutral', textId: 'queue.pill.queued', values }
  const isOnlySelfie = visibleEntries.length === 1 && first.kind === 'selfie'
  return {
    icon: 'clock',
    tone: 'neutral',
    textId: `queue.pill.${isOnlySelfie ? 'selfieWaits' : 'waits'}`,
    values,
  }
}

function toSearchPill({ selfies }: QueueState): Pill | undefined {
  const newest = selfies.toSorted((one, other) => other.takenOn - one.takenOn)[0]
  if (!newest?.selfie) return undefined
  if (newest.selfie.state === 'Processing')
    return { icon: 'face', tone: 'neutral', textId: 'queue.pill.searching' }
  const count = countFoundPhotos(newest)
  if (count === 0) return { icon: 'face', tone: 'neutral', textId: 'queue.pill.nothing' }
  return { icon: 'check', tone: 'ok', textId: 'queue.pill.found', values: { count } }
}

/** Returns the status of an entry that is not parked. Claims only what is confirmed. */
export function describeEntryState(entry: AnyEntry, { progress, online, entries }: QueueState): TextMessage {
  const fraction = progress[entry.id]
  if (online && fraction !== undefined)
    return { textId: 'queue.state.percent', values: { percent: toPercent(fraction) } }
  if (entry.volatile) return { textId: 'queue.state.volatile' }
  if (!online) return { textId: 'queue.state.kept' }
  const first = entries.find(({ lane, parked }) => lane === entry.lane && !parked)
  if (first?.id !== entry.id) return { textId: 'queue.state.behind' }
  return { textId: entry.tries > 0 ? 'queue.state.again' : 'queue.state.sending' }
}

/** Returns the status of a selfie that the server has received. */
export function describeSelfieState(record: DeviceSelfie): TextMessage {
  if (record.selfie?.state !== 'Ready') return { textId: 'queue.state.searching' }
  const count = countFoundPhotos(record)
  return count > 0 ? { textId: 'queue.state.found', values: { count } } : { textId: 'queue.state.nothing' }
}
