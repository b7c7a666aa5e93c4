import type { NewCompetitor } from '../../competitors/index.ts'

/** Matches UTF-8 that was read as Windows-1252 or as Windows-1251 and saved again: `NÃºÃ±ez`, `РРІР°РЅ`. */
const garbledPattern =
  /[ÃÂÐÑ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ]|(?:[РС][\u0080-\u00BFЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЄЇІіґєјЅѕї‚„…†‡€‰‹‘’“”•–—™›]){2}/u

/** Returns a statement about names that another program has garbled; none when the list has fewer than two. */
export function describeGarbled(runners: readonly NewCompetitor[]): string[] {
  const garbledRunners = runners.filter(
    ({ surname, firstName }) => garbledPattern.test(surname) || garbledPattern.test(firstName),
  )
  const [first, second] = garbledRunners
  if (!first || !second) return []
  return [
    `${garbledRunners.length} names look garbled, as if saved in a wrong encoding before: ${first.firstName} ${first.surname}`,
  ]
}
