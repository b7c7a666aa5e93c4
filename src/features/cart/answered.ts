import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api.ts'
import { type Outcome, outbox } from '../../lib/outbox/index.ts'
import { limitFactor } from '../../lib/timeouts.ts'

/** Limits how long a button may stay busy after a press. */
const patienceInMs = 4_000 * limitFactor

/**
 * Waits up to 4 s for the service's answer to an entry. A refusal within that time is thrown and the entry is dropped
 * from the outbox.
 *
 * @returns false when there is no answer yet; the entry stays queued and is sent in the background
 * @throws ApiError the service's refusal
 */
export async function answeredSoon(entryId: string): Promise<boolean> {
  const outcome = await outcomeSoon(entryId)
  if (outcome?.type !== 'parked') return outcome !== undefined
  await outbox.drop(entryId)
  throw new ApiError(outcome.code, errorStatus[outcome.code])
}

/** Returns the outcome of an entry; undefined when it does not arrive in time. */
async function outcomeSoon(entryId: string): Promise<Outcome | undefined> {
  if (!navigator.onLine) return undefined
  const clock = new AbortController()
  const giveUp = () => clock.abort()
  const timer = setTimeout(giveUp, patienceInMs)
  const look = () => void hasFailed(entryId).then((failed) => failed && giveUp())
  const stopListening = outbox.onChange(look)
  look()
  try {
    return await outbox.waitForOutcome(entryId, clock.signal)
  } catch (error) {
    if (clock.signal.aborted) return undefined
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
