import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api.ts'
import { outbox } from '../../lib/outbox/index.ts'

/** As long as somebody looks at a button that she has pressed. */
const patienceInMs = 4_000

/**
 * Waits for what the service says of an entry, while that may come soon. A refusal that is told at once needs no place
 * in the queue: the entry leaves it.
 *
 * @returns false when nobody has answered yet: the entry waits and goes out by itself
 * @throws ApiError the service's refusal
 */
export async function answeredSoon(entryId: string): Promise<boolean> {
  if (!navigator.onLine) return false
  const clock = new AbortController()
  const giveUp = () => clock.abort()
  const timer = setTimeout(giveUp, patienceInMs)
  const look = () => void hasFailed(entryId).then((failed) => failed && giveUp())
  const stopListening = outbox.onChange(look)
  look()
  try {
    const outcome = await outbox.settled(entryId, clock.signal)
    if (outcome.is !== 'aside') return true
    await outbox.drop(entryId)
    throw new ApiError(outcome.code, errorStatus[outcome.code])
  } catch (error) {
    if (clock.signal.aborted) return false
    throw error
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

/** Whether an attempt did not get through, so that the next one takes its time. */
async function hasFailed(entryId: string): Promise<boolean> {
  const entry = (await outbox.entries()).find(({ id }) => id === entryId)
  return entry !== undefined && entry.tries > 0 && entry.aside === undefined
}
