import { atom, getDefaultStore } from 'jotai'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Selfie } from '../../../contract/recognition.ts'
import { isApiError } from '../../lib/api.ts'
import { selfies } from '../../lib/memory/index.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { reportError } from '../../platform/errors/index.ts'
import { isLookedFor } from '../../platform/outbox/index.ts'
import { followSelfie, pauseUntilUseful } from './follow.ts'
import { takeOutcomeUnlessOther } from './outcome.ts'
import { findNewest, type StoredSelfie } from './status.ts'
import { toLane } from './store-selfie.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Maps ids of records to the last error of polling; polling continues nevertheless. */
export const troublesAtom = atom<Readonly<Record<string, ErrorCode>>>({})

const afterTroubleInMs = 60_000
/** Intervals for polling a selfie without matches, for as long as the service may still find some. */
const lookAgainInMs = [60_000, 120_000, 300_000]
const keptForInMs = 48 * 3_600_000

let started = false
const underway = new Map<string, AbortController>()

/** Polls each selfie that the service has until its search ends, also those sent by the service worker. Idempotent. */
export function startFollowing(): void {
  if (started) return
  started = true
  const store = getDefaultStore()
  store.sub(storedSelfiesAtom, followAll)
  followAll()
  // also retries when the code of the outbox could not be loaded without a network
  handOverAll()
  window.addEventListener('online', handOverAll)
}

function followAll(): void {
  const kept = getDefaultStore().get(storedSelfiesAtom) ?? []
  const wanted = new Map(
    kept.filter((record) => isWorthFollowing(record, kept)).map((each) => [each.id, each]),
  )
  for (const [id, record] of wanted) if (!underway.has(id)) begin(record)
  for (const [id, controller] of underway) if (!wanted.has(id)) controller.abort()
  for (const record of kept) if (isOver(record)) selfies.remove(record.id).catch(reportError)
}

const handOverAll = () => void handOverStranded().catch(() => {})

/**
 * Queues stored selfies without an outbox entry: the app may have ended between the two writes. The id is the idempotency key.
 */
async function handOverStranded(): Promise<void> {
  const entries = new Set((await outbox.entries()).map(({ id }) => id))
  for (const [id, { stage, eventId, albumId }] of await selfies.entries()) {
    if (stage !== 'saved' || entries.has(id)) continue
    await outbox.put('selfie', toLane(id), { eventId, albumId }, { id })
  }
}

function isWorthFollowing(record: StoredSelfie, kept: readonly StoredSelfie[]): boolean {
  if (record.stage !== 'answered' || findNewest(kept, record.eventId) !== record) return false
  const found = record.selfie?.state === 'Ready' && record.selfie.persons.length > 0
  return !(found && record.seen)
}

/** Returns whether the service has deleted the selfie, and the runner has seen its outcome. */
function isOver({ stage, seen, takenOn }: StoredSelfie): boolean {
  return stage !== 'saved' && seen === true && Date.now() - takenOn > keptForInMs
}

function begin(record: StoredSelfie): void {
  const { id, selfie } = record
  if (!selfie) return
  const controller = new AbortController()
  const { signal } = controller
  underway.set(id, controller)
  follow(record, selfie, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) reportError(error)
    })
    .finally(() => underway.delete(id))
}

async function follow(record: StoredSelfie, first: Selfie, signal: AbortSignal): Promise<void> {
  const { id, eventId } = record
  // an earlier visit had no matches: photos may have been added since
  let selfie = await followToEnd(id, isNobody(first) ? asked(first) : first, signal)
  for (let round = 0; selfie; round++) {
    takeOutcomeUnlessOther(eventId, selfie)
    if (!isLookedFor({ ...record, selfie }, Date.now())) return
    await pauseUntilUseful(lookAgainInMs[round] ?? Math.max(...lookAgainInMs), signal)
    selfie = await followToEnd(id, asked(selfie), signal)
  }
}

const isNobody = ({ state, persons }: Selfie) => state === 'Ready' && persons.length === 0

/** Marks the selfie as processing, so that it is polled again. */
const asked = (selfie: Selfie): Selfie => ({ ...selfie, state: 'Processing' })

/** Polls until the last answer and stores it; undefined when the service has deleted the selfie. */
async function followToEnd(id: string, selfie: Selfie, signal: AbortSignal): Promise<Selfie | undefined> {
  const onAnswer = (answer: Selfie) => keepAnswer(id, answer)
  for (;;) {
    try {
      const last = await followSelfie(selfie, { signal, onAnswer })
      setTrouble(id, undefined)
      return last
    } catch (error) {
      if (signal.aborted || !isApiError(error)) throw error
      if (error.code === 'SelfieNotFound') {
        await keepRefusal(id)
        return undefined
      }
      setTrouble(id, error.code)
      await pauseUntilUseful(afterTroubleInMs, signal)
    }
  }
}

async function keepAnswer(id: string, answer: Selfie): Promise<void> {
  await selfies.change(id, (record) => {
    if (record?.stage !== 'answered') return record
    if (JSON.stringify(record.selfie) === JSON.stringify(answer)) return record
    const first = record.selfie?.persons.length === 0 && answer.persons.length > 0
    return { ...record, selfie: answer, seen: first ? undefined : record.seen }
  })
}

/** Marks the selfie as refused, or deletes its record when its outcome was already seen. */
async function keepRefusal(id: string): Promise<void> {
  await selfies.change(id, (record) =>
    record && !record.seen ? { ...record, stage: 'refused', code: 'SelfieNotFound' } : undefined,
  )
}

function setTrouble(id: string, code: ErrorCode | undefined): void {
  getDefaultStore().set(troublesAtom, (before) => {
    const others = Object.entries(before).filter(([each]) => each !== id)
    return Object.fromEntries(code === undefined ? others : [...others, [id, code]])
  })
}
