const formatters = new Map<string, Intl.NumberFormat>()

/** A whole number in the words of a language: `12 480`. A formatter takes far longer to make than to use. */
export function formatCount(value: number, language: string): string {
  // alike in all of them, and said before any formatter has been made
  if (value >= 0 && value < 1_000) return String(value)
  const formatter = formatters.get(language) ?? new Intl.NumberFormat(language)
  formatters.set(language, formatter)
  return formatter.format(value)
}
