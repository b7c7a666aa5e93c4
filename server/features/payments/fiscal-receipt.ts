import type { Money } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { localText } from '../../platform/local-text.ts'
import { findOrderItems, type OrderRow } from '../orders/index.ts'
import type { FiscalReceipt } from './ports.ts'

/**
 * Returns the data of the cash receipt for an amount of an order, in the buyer's language.
 *
 * @param amount the charged, refunded or settled amount; spread over the items in proportion to their prices
 * @param isPrepaid whether it states a prepayment; false once the prepayment is settled
 * @returns undefined where the tenant's settings ask for no cash receipts
 */
export async function fiscalReceiptOf(
  context: Context,
  order: OrderRow,
  amount: Money,
  isPrepaid: boolean = order.preorder,
): Promise<FiscalReceipt | undefined> {
  const { fiscalReceipts } = context.tenant
  if (!fiscalReceipts) return undefined
  const items = await findOrderItems(context, order.id)
  const shares = spread(
    amount.amount,
    items.map(({ totalPrice }) => totalPrice),
  )
  const lines = items.map(({ title }, index) => ({
    title: localText(title, order.language),
    amount: shares[index] ?? 0,
  }))
  return {
    ...fiscalReceipts,
    // a pre-order has a prepayment, which only a full payment can settle
    ...(order.preorder && { mode: 'full_payment' as const }),
    email: order.email,
    isPrepaid,
    items: grouped(lines.filter((line) => line.amount > 0)).map(({ title, quantity, amount: each }) => ({
      title,
      quantity,
      price: { amount: each, currencyId: amount.currencyId },
    })),
  }
}

/**
 * Splits a sum in proportion to weights. The parts are whole minor units and add up to the sum. The rounding remainder goes to
 * the parts with the largest remainders, the earlier one first.
 */
export function spread(sum: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? sum : 0))
  const parts = weights.map((weight) => Math.floor((sum * weight) / whole))
  const left = sum - parts.reduce((total, part) => total + part, 0)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (sum * weight) % whole }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Merges lines of the same title and amount: a receipt holds a limited number of lines. */
function grouped(lines: readonly { title: string; amount: number }[]) {
  const groups = new Map<string, { title: string; amount: number; quantity: number }>()
  for (const { title, amount } of lines) {
    const key = `${amount} ${title}`
    const group = groups.get(key) ?? { title, amount, quantity: 0 }
    group.quantity++
    groups.set(key, group)
  }
  return [...groups.values()]
}
