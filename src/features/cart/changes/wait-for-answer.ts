import { errorStatus } from '../../../../contract/errors.ts'
import { ApiError } from '../../../lib/api.ts'
import { type Outcome, outbox } from '../../../lib/outbox/index.ts'
import { limitFactor } from '../../../lib/timeouts.ts'

/** Limits how long a button may stay busy after a press. */
const timeoutInMs = 4_000 * limitFactor

/**
 * Waits up to 4 s for the service's answer to an entry. A refusal within that time is thrown and the entry is dropped
 * from the outbox.
 *
 * @returns false when there is no answer yet; the entry stays queued and is sent in the background
 * @throws ApiError the service's refusal
 */
export async function waitForAnswer(entryId: string): Promise<boolean> {
  const outcome = await waitForOutcomeOrTimeout(entryId)
  if (outcome?.type !== 'parked') return outcome !== undefined
  await outbox.drop(entryId)
  throw new ApiError(outcome.code, errorStatus[outcome.code])
}

/** Returns the outcome of an entry; undefined when it does not arrive in time. */
async function waitForOutcomeOrTimeout(entryId: string): Promise<Outcome | undefined> {
  if (!navigator.onLine) return undefined
  const abortController = new AbortController()
  const stopWaiting = () => abortController.abort()
  const timer = setTimeout(stopWaiting, timeoutInMs)
  const stopAfterFailure = () => void hasFailed(entryId).then((isFailed) => isFailed && stopWaiting())
  const stopListening = outbox.onChange(stopAfterFailure)
  stopAfterFailure()
  try {
    return await outbox.waitForOutcome(entryId, abortController.signal)
  } catch (error) {
    if (abortController.signal.aborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

/** Returns whether an attempt has failed without an answer, so that the next one is delayed by backoff. */
async function hasFailed(entryId: string): Promise<boolean> {
  const entry = (await outbox.entries()).find(({ id }) => id === entryId)
  return entry !== undefined && entry.tries > 0 && entry.parked === undefined
}
