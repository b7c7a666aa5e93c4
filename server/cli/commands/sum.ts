import type { Args } from '../args.ts'
import { UsageError } from '../failures.ts'

const largest = 10_000_000

/**
 * Parses an amount in major units, such as `300` or `4.50`. Both currencies of the shop have two decimals.
 *
 * @returns minor units, at least 1; undefined when the option is absent
 * @throws UsageError when it is no valid amount
 */
export function readSum(args: Args, option: string): number | undefined {
  const text = args.text(option)
  if (text === undefined) return undefined
  const [, whole = '', decimals = ''] = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  const sum = whole === '' ? 0 : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (sum > 0 && sum <= largest * 100) return sum
  throw new UsageError(`--${option} should be a sum above 0 like 300 or 4.50, not "${text}"`)
}
