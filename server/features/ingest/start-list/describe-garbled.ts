import type { NewCompetitor } from '../../competitors/index.ts'

/** Matches UTF-8 that was read as Windows-1252 or as Windows-1251 and saved again: `NÃºÃ±ez`, `РРІР°РЅ`. */
const garbled =
  /[ÃÂÐÑ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ]|(?:[РС][\u0080-\u00BFЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЄЇІіґєјЅѕї‚„…†‡€‰‹‘’“”•–—™›]){2}/u

/** Returns a statement about names that another program has garbled; none when the list has fewer than two. */
export function describeGarbled(runners: readonly NewCompetitor[]): string[] {
  const found = runners.filter(({ surname, firstName }) => garbled.test(surname) || garbled.test(firstName))
  const [first, second] = found
  if (!first || !second) return []
  return [
    `${found.length} names look garbled, as if saved in a wrong encoding before: ${first.firstName} ${first.surname}`,
  ]
}
