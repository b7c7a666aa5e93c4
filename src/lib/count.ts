import { intlFor } from './intl.ts'

/** A whole number in the words of a language: `12 480`. */
export function formatCount(value: number, language: string): string {
  // alike in all of them, and said before any formatter has been made
  if (value >= 0 && value < 1_000) return String(value)
  return intlFor(language).formatNumber(value)
}
