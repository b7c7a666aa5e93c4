import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api.ts'
import { type Outcome, outbox } from '../../lib/outbox/index.ts'

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
  const outcome = await outcomeSoon(entryId)
  if (outcome?.is !== 'aside') return outcome !== undefined
  await outbox.drop(entryId)
  throw new ApiError(outcome.code, errorStatus[outcome.code])
}

/** What became of an entry; undefined when that does not come soon. */
async function outcomeSoon(entryId: string): Promise<Outcome | undefined> {
  if (!navigator.onLine) return undefined
  const clock = new AbortController()
  const giveUp = () => clock.abort()
  const timer = setTimeout(giveUp, patienceInMs)
  const look = () => void hasFailed(entryId).then((failed) => failed && giveUp())
  const stopListening = outbox.onChange(look)
  look()
  try {
    return await outbox.settled(entryId, clock.signal)
  } catch (error) {
    if (clock.signal.aborted) return undefined
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
