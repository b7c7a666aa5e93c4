import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId, Money } from '../../../contract/common.ts'
import { counterOf } from '../../../contract/third-parties.ts'
import { stored } from '../storage/index.ts'
import { settingsAtom } from '../theme/index.ts'
import { isCounted } from './private-pages.ts'

declare global {
  interface Window {
    /** What the tenant's counter reads, if there is one. */
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

/**
 * Tells of an order that is paid.
 *
 * @param order its number for people, which opens nothing, and what was paid for it
 */
export function pushPurchase(order: { number: string; revenue: Money; lines: readonly Line[] }): void {
  const { number, revenue, lines } = order
  const actionField = { id: number, revenue: revenue.amount / minorUnits }
  push('purchase', lines, { actionField }, revenue.currencyId)
}

/** What was told beside an order, where the counter is not let in: it hears of it on the next page that it may see. */
const later = stored<readonly unknown[]>({
  key: 'dataLayerLater',
  schema: z.array(z.unknown()),
  initial: [],
  isEmpty: (entries) => entries.length === 0,
})

/** Tells what had to wait for the counter. */
export function pushLate(): void {
  const waiting = later.read()
  if (waiting.length === 0) return
  later.remove()
  window.dataLayer ??= []
  window.dataLayer.push(...waiting)
}

const waitsForCounter = () => {
  const settings = getDefaultStore().get(settingsAtom)
  const isNamed = settings !== null && counterOf(settings) !== undefined
  return isNamed && window.ym === undefined && !isCounted(location.pathname)
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
  const entry = {
    ecommerce: { ...(currency && { currencyCode: currencies[currency] }), [action]: { ...more, products } },
  }
  if (waitsForCounter()) {
    later.write([...later.read(), entry])
    return
  }
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}
