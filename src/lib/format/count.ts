import { getIntl } from './intl.ts'

/** Formats an integer for a locale: `12 480`. */
export function formatCount(value: number, language: string): string {
  // the same in all locales, so no formatter has to be created
  if (value >= 0 && value < 1_000) return String(value)
  return getIntl(language).formatNumber(value)
}
