const pluralRules = new Intl.PluralRules('en')

/** Returns a count with its noun for operators: `1 runner`, `2 runners`, `0 faces`. */
export function countNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${pluralRules.select(count) === 'one' ? noun : plural}`
}
