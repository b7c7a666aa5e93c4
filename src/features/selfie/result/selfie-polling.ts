import { atom, getDefaultStore } from 'jotai'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Selfie } from '../../../../contract/recognition.ts'
import { isApiError } from '../../../lib/api.ts'
import { selfies } from '../../../lib/memory/index.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { pauseUntilVisibleAndOnline } from '../../../platform/offline/index.ts'
import { mayMatchLater } from '../../../platform/outbox/index.ts'
import { pollSelfie } from '../upload/poll-selfie.ts'
import { toSelfieLane } from '../upload/store-selfie.ts'
import { applyOutcomeUnlessSearched, isOutcomeSeen } from './outcome.ts'
import { findNewestSelfie, type StoredSelfie } from './status.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Maps ids of records to the last error of polling; polling continues nevertheless. */
export const pollErrorsAtom = atom<Readonly<Record<string, ErrorCode>>>({})

const retryAfterErrorInMs = 60_000
/** Intervals for polling a selfie without matches, for as long as the service may still find some. */
const repollIntervalsInMs = [60_000, 120_000, 300_000]
const retentionInMs = 48 * 3_600_000

let isStarted = false
const activePolls = new Map<string, AbortController>()

/** Polls each selfie that the service has until its search ends, also those sent by the service worker. Idempotent. */
export function startSelfiePolling(): void {
  if (isStarted) return
  isStarted = true
  const store = getDefaultStore()
  store.sub(storedSelfiesAtom, updatePolls)
  updatePolls()
  // also retries when the code of the outbox could not be loaded without a network
  tryEnqueueStranded()
  window.addEventListener('online', tryEnqueueStranded)
}

function updatePolls(): void {
  const storedSelfies = getDefaultStore().get(storedSelfiesAtom) ?? []
  const recordsToPoll = new Map(
    storedSelfies.filter((record) => shouldPoll(record, storedSelfies)).map((each) => [each.id, each]),
  )
  for (const [id, record] of recordsToPoll) if (!activePolls.has(id)) startPolling(record)
  for (const [id, controller] of activePolls) if (!recordsToPoll.has(id)) controller.abort()
  for (const record of storedSelfies) if (isExpired(record)) selfies.remove(record.id).catch(reportError)
}

const tryEnqueueStranded = () => void enqueueStrandedSelfies().catch(() => {})

/**
 * Queues stored selfies without an outbox entry: the app may have ended between the two writes. The id is the idempotency key.
 */
async function enqueueStrandedSelfies(): Promise<void> {
  const entries = new Set((await outbox.entries()).map(({ id }) => id))
  for (const [id, { stage, eventId, albumId }] of await selfies.entries()) {
    if (stage !== 'saved' || entries.has(id)) continue
    await outbox.put('selfie', toSelfieLane(id), { eventId, albumId }, { id })
  }
}

function shouldPoll(record: StoredSelfie, storedSelfies: readonly StoredSelfie[]): boolean {
  if (record.stage !== 'answered' || findNewestSelfie(storedSelfies, record.eventId) !== record) return false
  const hasMatches = record.selfie?.state === 'Ready' && record.selfie.persons.length > 0
  return !(hasMatches && record.seen)
}

/** Returns whether the service has deleted the selfie, and the runner has seen its outcome. */
function isExpired({ stage, seen, takenOn }: StoredSelfie): boolean {
  return stage !== 'saved' && seen === true && Date.now() - takenOn > retentionInMs
}

function startPolling(record: StoredSelfie): void {
  const { id, selfie } = record
  if (!selfie) return
  const controller = new AbortController()
  const { signal } = controller
  activePolls.set(id, controller)
  pollUntilDone(record, selfie, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) reportError(error)
    })
    .finally(() => activePolls.delete(id))
}

async function pollUntilDone(record: StoredSelfie, firstAnswer: Selfie, signal: AbortSignal): Promise<void> {
  const { id, eventId } = record
  let previous = firstAnswer
  for (let round = 0; ; round++) {
    // without matches, also in an earlier visit: photos may have been added since
    const hadNoMatches = hasNoMatches(previous)
    const selfie = await pollToLastAnswer(id, hadNoMatches ? markAsProcessing(previous) : previous, signal)
    if (!selfie) return
    // the runner may look at the photos of another person meanwhile
    const isUnchanged = hadNoMatches && hasNoMatches(selfie) && (await isOutcomeSeen(id))
    if (!isUnchanged) applyOutcomeUnlessSearched(eventId, selfie)
    if (!mayMatchLater({ ...record, selfie }, Date.now())) return
    await pauseUntilVisibleAndOnline(repollIntervalsInMs[round] ?? Math.max(...repollIntervalsInMs), signal)
    previous = selfie
  }
}

const hasNoMatches = ({ state, persons }: Selfie) => state === 'Ready' && persons.length === 0

/** Marks the selfie as processing, so that it is polled again. */
const markAsProcessing = (selfie: Selfie): Selfie => ({ ...selfie, state: 'Processing' })

/** Polls until the last answer and stores it; undefined when the service has deleted the selfie. */
async function pollToLastAnswer(
  id: string,
  selfie: Selfie,
  signal: AbortSignal,
): Promise<Selfie | undefined> {
  const onAnswer = (answer: Selfie) => storeAnswer(id, answer)
  for (;;) {
    try {
      const last = await pollSelfie(selfie, { signal, onAnswer })
      setPollError(id, undefined)
      return last
    } catch (error) {
      if (signal.aborted || !isApiError(error)) throw error
      if (error.code === 'SelfieNotFound') {
        await storeRefusal(id)
        return undefined
      }
      setPollError(id, error.code)
      await pauseUntilVisibleAndOnline(retryAfterErrorInMs, signal)
    }
  }
}

async function storeAnswer(id: string, answer: Selfie): Promise<void> {
  await selfies.change(id, (record) => {
    if (record?.stage !== 'answered') return record
    if (JSON.stringify(record.selfie) === JSON.stringify(answer)) return record
    const isFirstMatch = record.selfie?.persons.length === 0 && answer.persons.length > 0
    return { ...record, selfie: answer, seen: isFirstMatch ? undefined : record.seen }
  })
}

/** Marks the selfie as refused, or deletes its record when its outcome was already seen. */
async function storeRefusal(id: string): Promise<void> {
  await selfies.change(id, (record) =>
    record && !record.seen ? { ...record, stage: 'refused', code: 'SelfieNotFound' } : undefined,
  )
}

function setPollError(id: string, code: ErrorCode | undefined): void {
  getDefaultStore().set(pollErrorsAtom, (before) => {
    const others = Object.entries(before).filter(([each]) => each !== id)
    return Object.fromEntries(code === undefined ? others : [...others, [id, code]])
  })
}
