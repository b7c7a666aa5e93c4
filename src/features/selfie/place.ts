import type { ErrorCode } from '../../../contract/errors.ts'
import type { SelfieRecord } from '../../lib/memory/index.ts'
import type { Entry } from '../../lib/outbox/index.ts'

/** A selfie as the device lists it, without its bytes. */
export type KeptSelfie = Omit<SelfieRecord, 'bytes'>

/** Where a selfie is. Known from durable state alone, so that a reload, another tab or the next start says the same. */
export type Place =
  | { at: 'nowhere' }
  /** On this phone, and read back. It waits for a network, for a Wi-Fi that wants a sign-in, its turn, or the next try. */
  | { at: 'saved'; waitsFor: 'network' | 'signIn' | 'turn' | 'nextTry'; unchecked?: true }
  /** Bytes are moving; share of them that are through, 0 to 1. */
  | { at: 'sending'; share: number }
  /** All bytes are through, the answer is not here. */
  | { at: 'judged' }
  /** It will not go by itself any more. */
  | { at: 'stuck'; code: ErrorCode }
  /** The service has it and looks through the album. */
  | { at: 'searching'; soFar: number }
  | { at: 'found'; count: number; seen: boolean }
  | { at: 'nobody'; seen: boolean }
  /** The picture is at fault, or was deleted at the service (`SelfieNotFound`). */
  | { at: 'refused'; code: ErrorCode }

export interface Around {
  connection: 'online' | 'offline' | 'portal' | 'slow'
  /** Of the bytes, as the sender tells; absent while nothing moves. */
  share?: number
  /** ms */
  now: number
}

/** Where one selfie is: its record, its entry in the outbox if it has one still, and the network. */
export function placeOf(
  record: KeptSelfie | undefined,
  entry: Pick<Entry, 'tries' | 'notBefore' | 'aside'> | undefined,
  around: Around,
): Place {
  if (!record) return { at: 'nowhere' }
  if (record.stage === 'refused') return { at: 'refused', code: record.code ?? 'Unexpected' }
  if (record.stage === 'answered') return placeOfAnswer(record)
  if (entry?.aside) return { at: 'stuck', code: entry.aside.code }
  const place = placeOnTheWay(record, entry, around)
  return place.at === 'saved' && record.unchecked ? { ...place, unchecked: true } : place
}

function placeOfAnswer({ selfie, seen = false }: KeptSelfie): Place {
  const count = closestOf(selfie?.persons ?? [])?.photosCount ?? 0
  if (selfie?.state !== 'Ready') return { at: 'searching', soFar: count }
  return count > 0 ? { at: 'found', count, seen } : { at: 'nobody', seen }
}

function placeOnTheWay(
  { offset = 0, sizeInBytes }: KeptSelfie,
  entry: Pick<Entry, 'tries' | 'notBefore'> | undefined,
  { connection, share, now }: Around,
): Place {
  if (connection === 'offline') return { at: 'saved', waitsFor: 'network' }
  if (connection === 'portal') return { at: 'saved', waitsFor: 'signIn' }
  if (entry && entry.notBefore > now) return { at: 'saved', waitsFor: 'nextTry' }
  if (share === undefined) return { at: 'saved', waitsFor: 'turn' }
  const through = Math.max(share, sizeInBytes > 0 ? offset / sizeInBytes : 0)
  return through < 1 ? { at: 'sending', share: through } : { at: 'judged' }
}

type Person = NonNullable<SelfieRecord['selfie']>['persons'][number]

/** Whoever has the most in common with the picture. */
export function closestOf(persons: readonly Person[]): Person | undefined {
  return [...persons].sort((a, b) => b.similarity - a.similarity)[0]
}

/** Of several selfies of an event the newest counts. */
export function newestOf(records: readonly KeptSelfie[], eventId: string): KeptSelfie | undefined {
  return records
    .filter((record) => record.eventId === eventId)
    .sort((a, b) => b.takenOn - a.takenOn || (b.id < a.id ? -1 : 1))[0]
}

/** The service has nothing of it yet, or not all: it would be lost if its record were. */
export function isUnsent(record: KeptSelfie): boolean {
  return record.stage === 'saved'
}
