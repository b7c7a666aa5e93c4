import type { ErrorCode } from '../../../contract/errors.ts'
import type { SelfieRecord } from '../../lib/memory/index.ts'
import type { Entry } from '../../lib/outbox/index.ts'

/** Describes a stored selfie as listed, without its bytes. */
export type StoredSelfie = Omit<SelfieRecord, 'bytes'>

/**
 * Describes the status of a selfie. Derived from stored data alone: a reload, another tab or the next start returns the same.
 */
export type SelfieStatus =
  | { type: 'nowhere' }
  /** Stored on this device, and read back. Waits for a network, a captive portal's sign-in, its turn, or the next retry. */
  | { type: 'saved'; waitsFor: 'network' | 'signIn' | 'turn' | 'nextTry'; unchecked?: true }
  /** Being uploaded; fraction of the bytes that are sent, 0 to 1. */
  | { type: 'sending'; share: number }
  /** All bytes are sent, the answer has not arrived. */
  | { type: 'judged' }
  /** No further automatic retries. */
  | { type: 'stuck'; code: ErrorCode }
  /** The service has it and searches the album. */
  | { type: 'searching'; soFar: number }
  | { type: 'found'; count: number; seen: boolean }
  | { type: 'nobody'; seen: boolean }
  /** The picture was refused, or was deleted at the service (`SelfieNotFound`). */
  | { type: 'refused'; code: ErrorCode }

export interface Around {
  connection: 'online' | 'offline' | 'portal' | 'slow'
  /** Fraction of the bytes, as the sender reports it; absent while no upload is in progress. */
  share?: number
  /** ms */
  now: number
}

/** Returns the status of a selfie from its record, its outbox entry if there still is one, and the network. */
export function selfieStatus(
  record: StoredSelfie | undefined,
  entry: Pick<Entry, 'tries' | 'notBefore' | 'parked'> | undefined,
  around: Around,
): SelfieStatus {
  if (!record) return { type: 'nowhere' }
  if (record.stage === 'refused') return { type: 'refused', code: record.code ?? 'Unexpected' }
  if (record.stage === 'answered') return answerStatus(record)
  if (entry?.parked) return { type: 'stuck', code: entry.parked.code }
  const status = uploadStatus(record, entry, around)
  return status.type === 'saved' && record.unchecked ? { ...status, unchecked: true } : status
}

function answerStatus({ selfie, seen = false }: StoredSelfie): SelfieStatus {
  const count = findClosest(selfie?.persons ?? [])?.photosCount ?? 0
  if (selfie?.state !== 'Ready') return { type: 'searching', soFar: count }
  return count > 0 ? { type: 'found', count, seen } : { type: 'nobody', seen }
}

function uploadStatus(
  { offset = 0, sizeInBytes }: StoredSelfie,
  entry: Pick<Entry, 'tries' | 'notBefore'> | undefined,
  { connection, share, now }: Around,
): SelfieStatus {
  if (connection === 'offline') return { type: 'saved', waitsFor: 'network' }
  if (connection === 'portal') return { type: 'saved', waitsFor: 'signIn' }
  if (entry && entry.notBefore > now) return { type: 'saved', waitsFor: 'nextTry' }
  if (share === undefined) return { type: 'saved', waitsFor: 'turn' }
  const through = Math.max(share, sizeInBytes > 0 ? offset / sizeInBytes : 0)
  return through < 1 ? { type: 'sending', share: through } : { type: 'judged' }
}

type Person = NonNullable<SelfieRecord['selfie']>['persons'][number]

/** Returns the person with the highest similarity to the picture. */
export function findClosest(persons: readonly Person[]): Person | undefined {
  return [...persons].sort((a, b) => b.similarity - a.similarity)[0]
}

/** Returns the newest selfie of an event. */
export function findNewest(records: readonly StoredSelfie[], eventId: string): StoredSelfie | undefined {
  return records
    .filter((record) => record.eventId === eventId)
    .sort((a, b) => b.takenOn - a.takenOn || (b.id < a.id ? -1 : 1))[0]
}

/** Returns whether the service does not have the whole picture yet: losing the record would lose the selfie. */
export function isUnsent(record: StoredSelfie): boolean {
  return record.stage === 'saved'
}
