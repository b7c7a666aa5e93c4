import type { ErrorCode } from '../../../../contract/errors.ts'
import type { SelfieRecord } from '../../../lib/memory/index.ts'
import type { Entry } from '../../../lib/outbox/index.ts'

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
  | { type: 'sending'; sentShare: number }
  /** All bytes are sent, the answer has not arrived. */
  | { type: 'judged' }
  /** No further automatic retries. */
  | { type: 'stuck'; code: ErrorCode }
  /** The service has it and searches the album. */
  | { type: 'searching'; foundCount: number }
  | { type: 'found'; count: number; seen: boolean }
  | { type: 'nobody'; seen: boolean }
  /** The picture was refused, or was deleted at the service (`SelfieNotFound`). */
  | { type: 'refused'; code: ErrorCode }

export interface StatusContext {
  connection: 'online' | 'offline' | 'portal' | 'slow'
  /** Fraction of the bytes, as the sender reports it; absent while no upload is in progress. */
  sentShare?: number
  /** ms */
  now: number
}

/** Returns the status of a selfie from its record, its outbox entry if there still is one, and the network. */
export function getSelfieStatus(
  record: StoredSelfie | undefined,
  entry: Pick<Entry, 'tries' | 'notBefore' | 'parked'> | undefined,
  context: StatusContext,
): SelfieStatus {
  if (!record) return { type: 'nowhere' }
  if (record.stage === 'refused') return { type: 'refused', code: record.code ?? 'Unexpected' }
  if (record.stage === 'answered') return toAnswerStatus(record)
  if (entry?.parked) return { type: 'stuck', code: entry.parked.code }
  const status = getUploadStatus(record, entry, context)
  return status.type === 'saved' && record.unchecked ? { ...status, unchecked: true } : status
}

function toAnswerStatus({ selfie, seen = false }: StoredSelfie): SelfieStatus {
  const count = findClosestPerson(selfie?.persons ?? [])?.photosCount ?? 0
  if (selfie?.state !== 'Ready') return { type: 'searching', foundCount: count }
  return count > 0 ? { type: 'found', count, seen } : { type: 'nobody', seen }
}

function getUploadStatus(
  { offset = 0, sizeInBytes }: StoredSelfie,
  entry: Pick<Entry, 'tries' | 'notBefore'> | undefined,
  { connection, sentShare, now }: StatusContext,
): SelfieStatus {
  if (connection === 'offline') return { type: 'saved', waitsFor: 'network' }
  if (connection === 'portal') return { type: 'saved', waitsFor: 'signIn' }
  if (entry && entry.notBefore > now) return { type: 'saved', waitsFor: 'nextTry' }
  if (sentShare === undefined) return { type: 'saved', waitsFor: 'turn' }
  const confirmedShare = Math.max(sentShare, sizeInBytes > 0 ? offset / sizeInBytes : 0)
  return confirmedShare < 1 ? { type: 'sending', sentShare: confirmedShare } : { type: 'judged' }
}

type Person = NonNullable<SelfieRecord['selfie']>['persons'][number]

/** Returns the person with the highest similarity to the picture. */
export function findClosestPerson(persons: readonly Person[]): Person | undefined {
  return [...persons].sort((a, b) => b.similarity - a.similarity)[0]
}

/** Returns the newest selfie of an event. */
export function findNewestSelfie(
  records: readonly StoredSelfie[],
  eventId: string,
): StoredSelfie | undefined {
  return records
    .filter((record) => record.eventId === eventId)
    .sort((a, b) => b.takenOn - a.takenOn || (b.id < a.id ? -1 : 1))[0]
}

/** Returns whether the service does not have the whole picture yet: losing the record would lose the selfie. */
export function isUnsent(record: StoredSelfie): boolean {
  return record.stage === 'saved'
}
