/**
 * Makes timers of up to this delay fire at once until the test ends, for unit tests in which a pause has no meaning: a debounce, a
 * pause between retries, polling. Longer ones never fire, so no time limit of the code expires on a slow machine.
 * Tests about durations use fake timers.
 */
export function skipPauses(upToInMs: number): void {
  const { restrictions } = globalThis as { restrictions?: { skippedUpToInMs: number } }
  if (!restrictions) throw new Error('skipPauses works in unit tests only')
  restrictions.skippedUpToInMs = upToInMs
}
