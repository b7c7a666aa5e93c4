import type { Args } from '../args.ts'
import { UsageError } from '../failures.ts'

const maxAmount = 10_000_000

/**
 * Parses an amount in major units, such as `300` or `4.50`. Both currencies of the shop have two decimals.
 *
 * @returns minor units, at least 1; undefined when the option is absent
 * @throws UsageError when it is no valid amount
 */
export function parseAmount(args: Args, option: string): number | undefined {
  const text = args.text(option)
  if (text === undefined) return undefined
  const [, wholePart = '', decimals = ''] = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  const sum = wholePart === '' ? 0 : Number(wholePart) * 100 + Number(decimals.padEnd(2, '0'))
  if (sum > 0 && sum <= maxAmount * 100) return sum
  throw new UsageError(`--${option} should be a sum above 0 like 300 or 4.50, not "${text}"`)
}
