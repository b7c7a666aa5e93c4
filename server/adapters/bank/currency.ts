import type { Money } from '../../../contract/common.ts'

/** ISO 4217: the numbers of the contract and the letters that banks write. Both have 100 minor units. */
const letters = { 643: 'RUB', 840: 'USD' } as const

/** The letter code of an amount's currency. */
export function currencyCodeOf(money: Money): string {
  return letters[money.currencyId]
}

/** An amount as banks tell it; undefined in a currency that nothing is sold in. @param code letters, in any case */
export function moneyOf(amount: number, code: string): Money | undefined {
  const known = Object.entries(letters).find(([, letterCode]) => letterCode === code.toUpperCase())
  return known && { amount, currencyId: Number(known[0]) as Money['currencyId'] }
}
