import { getIntl } from './intl.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in bytes for a locale, with at most one fraction digit: `8,4 МБ`. */
export function formatBytes(sizeInBytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeInBytes)) / 3))
  return getIntl(language).formatNumber(sizeInBytes / 1000 ** power, {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  })
}
