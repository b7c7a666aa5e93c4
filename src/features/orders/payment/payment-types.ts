import * as z from 'zod/mini'
import type { Money } from '../../../../contract/common.ts'
import { listPaymentTypes, PaymentType } from '../../../../contract/invoices.ts'
import { toPercentage } from '../../../../contract/prices/amounts.ts'
import { request } from '../../../lib/api.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { type LoadState, useLoaded } from '../../../platform/loading/index.ts'
import { useOnReconnect } from '../../../platform/offline/index.ts'
import { persisted } from '../../../platform/storage/index.ts'

/** Caches payment types, to choose one offline. Their amounts are recalculated. */
const typesCache = persisted({
  key: 'paymentTypes',
  schema: z.nullable(z.object({ language: z.string(), items: z.array(PaymentType) })),
  initial: null,
})

function readCachedTypes(language: string, amount: Money): PaymentType[] | undefined {
  const cached = typesCache.read()
  const isUsable =
    cached?.language === language && cached.items[0]?.amountToPay.currencyId === amount.currencyId
  if (!isUsable) return undefined
  return cached.items.map((type) => {
    const amountToPay = {
      ...amount,
      amount: amount.amount - toPercentage(amount.amount, type.discountPercent),
    }
    return Object.assign({}, type, { amountToPay })
  })
}

/** Returns the payment types for a sum, from the cache first. Nothing is requested while there is no amount to pay. */
export function usePaymentTypes(
  amount: Money | undefined,
  albumId?: string,
): LoadState<PaymentType[]> & { reload: () => void } {
  const { language } = useLanguage()
  const payableAmount = amount && amount.amount > 0 ? amount : undefined
  const key = payableAmount
    ? `${language} ${payableAmount.currencyId} ${payableAmount.amount} ${albumId}`
    : null
  const loaded = useLoaded(
    key,
    async (signal) => {
      const query = {
        amount: payableAmount?.amount ?? 0,
        currencyId: payableAmount?.currencyId ?? 643,
        albumId,
      }
      const { items } = await request(listPaymentTypes, { query, signal })
      typesCache.write({ language, items })
      return items
    },
    payableAmount && readCachedTypes(language, payableAmount),
  )
  useOnReconnect(loaded.reload)
  return loaded
}

/** Returns the discount of a payment type on a sum. */
export function computeDiscount(type: PaymentType | undefined, sum: Money): Money {
  const amount = type ? Math.max(0, sum.amount - type.amountToPay.amount) : 0
  return { amount, currencyId: sum.currencyId }
}
