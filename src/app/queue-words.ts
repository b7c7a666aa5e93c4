import { requestKinds } from '../../contract/requests.ts'
import type { AnyEntry } from '../lib/outbox/index.ts'
import { remainingWait } from '../lib/outbox/rules.ts'
import type { OutboxState, SelfieOfDevice } from '../platform/outbox/index.ts'
import type { IconName } from '../ui/Icon.tsx'

export interface Words {
  textId: string
  values?: Record<string, string | number>
}

export interface Pill extends Words {
  icon: IconName
  tone: 'neutral' | 'ok' | 'danger'
}

export interface QueueSituation extends Omit<OutboxState, 'readOn'> {
  /** Selfies whose outcome the runner has not seen. */
  selfies: readonly SelfieOfDevice[]
  online: boolean
  /** ms */
  now: number
}

/** Age from which an unsent entry is shown. Entries sent within this time are never shown. */
export const quietInMs = 1_500

const toPercent = (share: number) => Math.floor(share * 100)

/** Returns the number of photos of the person with the most photos among those found. */
const countFoundPhotos = (record: SelfieOfDevice) =>
  Math.max(0, ...(record.selfie?.persons ?? []).map(({ photosCount }) => photosCount))

function isWorthAWord(entry: AnyEntry, { now, online, progress }: QueueSituation): boolean {
  if (entry.parked || progress[entry.id] !== undefined || entry.tries > 0) return true
  // an answer that can still be undone is delayed on purpose
  if (remainingWait(entry, now) > 0) return false
  return !online || Math.abs(now - entry.putOn) > quietInMs
}

/** Returns the short status of the whole queue; undefined when there is nothing to show. */
export function choosePill(situation: QueueSituation): Pill | undefined {
  const shown = situation.entries.filter((entry) => isWorthAWord(entry, situation))
  return toAttentionPill(shown, situation) ?? toWaitingPill(shown, situation) ?? toSearchPill(situation)
}

/**
 * Returns whether the page itself shows everything that the pill would. A selfie is shown on the selfie page of its event, on
 * the button of the album and above the photos of the runner.
 */
export function saidByPage(path: string, { entries, selfies }: QueueSituation): boolean {
  const [, eventId] = /^\/event\/([^/]+)(\/(photos|my|selfie))?\/?$/.exec(path) ?? []
  if (!eventId) return false
  return (
    entries.every(
      (entry) => (entry.kind === 'selfie' || entry.kind === 'alert.set') && entry.body.eventId === eventId,
    ) && selfies.every((selfie) => selfie.eventId === eventId)
  )
}

function toAttentionPill(shown: readonly AnyEntry[], { selfies }: QueueSituation): Pill | undefined {
  const count = shown.filter(({ parked }) => parked).length
  if (count > 0) return { icon: 'warning', tone: 'danger', textId: 'queue.pill.attention', values: { count } }
  const refused = selfies.some(({ stage }) => stage === 'refused')
  return refused ? { icon: 'warning', tone: 'danger', textId: 'queue.pill.refused' } : undefined
}

function toWaitingPill(shown: readonly AnyEntry[], { progress, online }: QueueSituation): Pill | undefined {
  const [first] = shown
  if (!first) return undefined
  const sending = shown.map(({ id }) => progress[id]).find((share) => share !== undefined)
  if (online && sending !== undefined) {
    const values = { percent: toPercent(sending) }
    return { icon: 'reload', tone: 'neutral', textId: 'queue.pill.sending', values }
  }
  const values = { count: shown.length }
  if (online) return { icon: 'reload', tone: 'neutral', textId: 'queue.pill.queued', values }
  const onlySelfie = shown.length === 1 && first.kind === 'selfie'
  return {
    icon: 'clock',
    tone: 'neutral',
    textId: `queue.pill.${onlySelfie ? 'selfieWaits' : 'waits'}`,
    values,
  }
}

function toSearchPill({ selfies }: QueueSituation): Pill | undefined {
  const newest = selfies.toSorted((one, other) => other.takenOn - one.takenOn)[0]
  if (!newest?.selfie) return undefined
  if (newest.selfie.state === 'Processing')
    return { icon: 'face', tone: 'neutral', textId: 'queue.pill.searching' }
  const count = countFoundPhotos(newest)
  if (count === 0) return { icon: 'face', tone: 'neutral', textId: 'queue.pill.nothing' }
  return { icon: 'check', tone: 'ok', textId: 'queue.pill.found', values: { count } }
}

/** Returns the text that describes an entry. */
export function describeEntry(entry: AnyEntry): Words {
  switch (entry.kind) {
    case 'cart.add': {
      const { items, shown } = entry.body
      const title = shown?.[0]?.title
      if (items.length === 1 && title) return { textId: 'queue.what.cart.add', values: { title } }
      return { textId: 'queue.what.cart.addMany', values: { count: items.length } }
    }
    case 'cart.remove':
      return {
        textId: 'queue.what.cart.remove',
        values: { count: entry.body.targets?.length || entry.body.itemIds.length },
      }
    case 'cart.promo':
      return { textId: 'queue.what.cart.promo', values: { code: entry.body.code } }
    case 'itsMe':
      return { textId: entry.body.itIsMe ? 'queue.what.itsMe' : 'queue.what.notMe' }
    case 'request':
      // another build may have other forms
      if (!requestKinds.includes(entry.body.kind)) break
      return { textId: `queue.what.request.${entry.body.kind}` }
    case 'selfie':
    case 'selfie.forget':
    case 'order.letter':
    case 'order.email':
    case 'cart.customer':
    case 'checkout':
    case 'push.renew':
    case 'alert.set':
    case 'alert.cancel':
      return { textId: `queue.what.${entry.kind}` }
  }
  return { textId: 'queue.what.unknown' }
}

/** Returns the status of an entry that is not parked. Claims only what is confirmed. */
export function describeEntryState(entry: AnyEntry, { progress, online, entries }: QueueSituation): Words {
  const share = progress[entry.id]
  if (online && share !== undefined)
    return { textId: 'queue.state.percent', values: { percent: toPercent(share) } }
  if (entry.volatile) return { textId: 'queue.state.volatile' }
  if (!online) return { textId: 'queue.state.kept' }
  const first = entries.find(({ lane, parked }) => lane === entry.lane && !parked)
  if (first?.id !== entry.id) return { textId: 'queue.state.behind' }
  return { textId: entry.tries > 0 ? 'queue.state.again' : 'queue.state.sending' }
}

/** Returns the status of a selfie that the server has received. */
export function stateOfSelfie(record: SelfieOfDevice): Words {
  if (record.selfie?.state !== 'Ready') return { textId: 'queue.state.searching' }
  const count = countFoundPhotos(record)
  return count > 0 ? { textId: 'queue.state.found', values: { count } } : { textId: 'queue.state.nothing' }
}
