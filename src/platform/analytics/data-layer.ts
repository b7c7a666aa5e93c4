import { getDefaultStore } from 'jotai'
import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId, Money } from '../../../contract/common.ts'
import { settingsAtom } from '../theme/index.ts'

declare global {
  interface Window {
    /** What an analytics script of the tenant reads, if there is one; nothing here loads it. */
    dataLayer?: unknown[]
  }
}

/** One thing that was put into the cart, taken out, or bought. */
export interface Line {
  id: string
  name: string
  category: ProductType
  price?: Money
}

const currencies: Record<CurrencyId, string> = { 643: 'RUB', 840: 'USD' }
const minorUnits = 100

/** Whether the tenant's settings name a data layer; without one nothing is pushed, nor kept for later. */
export function hasDataLayer(): boolean {
  return getDefaultStore().get(settingsAtom)?.analytics.dataLayer === true
}

/** Tells of things that are in the cart now. */
export function pushAdded(lines: readonly Line[]): void {
  push('add', lines)
}

/** Tells of things that are in the cart no more. */
export function pushRemoved(lines: readonly Line[]): void {
  push('remove', lines)
}

/** Tells of an order that is paid. @param revenue what was paid for it */
export function pushPurchase(order: { id: string; revenue: Money; lines: readonly Line[] }): void {
  const { id, revenue, lines } = order
  push('purchase', lines, { actionField: { id, revenue: revenue.amount / minorUnits } }, revenue.currencyId)
}

function push(action: string, lines: readonly Line[], more: object = {}, currencyId?: CurrencyId): void {
  if (!hasDataLayer() || lines.length === 0) return
  const currency = currencyId ?? lines.find(({ price }) => price)?.price?.currencyId
  const products = lines.map(({ id, name, category, price }) => ({
    id,
    name,
    ...(price && { price: price.amount / minorUnits }),
    category,
    quantity: 1,
  }))
  window.dataLayer ??= []
  window.dataLayer.push({
    ecommerce: { ...(currency && { currencyCode: currencies[currency] }), [action]: { ...more, products } },
  })
}
