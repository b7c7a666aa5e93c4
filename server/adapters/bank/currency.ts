import type { Money } from '../../../contract/common.ts'

/** Maps the ISO 4217 numbers of the contract to the letter codes of banks. Both currencies have 100 minor units. */
const letterCodes = { 643: 'RUB', 840: 'USD' } as const

/** Returns the letter code of an amount's currency. */
export function toCurrencyCode(money: Money): string {
  return letterCodes[money.currencyId]
}

/** Returns a bank's amount as money, or undefined for an unsupported currency. @param code letter code, in any case */
export function toMoney(amount: number, code: string): Money | undefined {
  const entry = Object.entries(letterCodes).find(([, letterCode]) => letterCode === code.toUpperCase())
  return entry && { amount, currencyId: Number(entry[0]) as Money['currencyId'] }
}
