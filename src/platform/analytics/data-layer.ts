import { getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId, Money } from '../../../contract/common.ts'
import { findCounterId } from '../../../contract/third-parties.ts'
import { persisted } from '../storage/index.ts'
import { settingsAtom } from '../theme/index.ts'
import { isCounted } from './private-pages.ts'

declare global {
  interface Window {
    /** Receives the entries for the tenant's counter. */
    dataLayer?: unknown[]
  }
}

/** An item that was added to the cart, removed from it, or bought. */
export interface Line {
  id: string
  name: string
  category: ProductType
  price?: Money
}

const currencies: Record<CurrencyId, string> = { 643: 'RUB', 840: 'USD' }
const minorUnits = 100

/** Returns whether the tenant's settings enable a data layer. Without one nothing is pushed or stored. */
export function hasDataLayer(): boolean {
  return getDefaultStore().get(settingsAtom)?.analytics.dataLayer === true
}

/** Reports items added to the cart. */
export function pushAdded(lines: readonly Line[]): void {
  push('add', lines)
}

/** Reports items removed from the cart. */
export function pushRemoved(lines: readonly Line[]): void {
  push('remove', lines)
}

/**
 * Reports a paid order.
 *
 * @param order `number` is public and gives no access; `revenue` is the amount paid
 */
export function pushPurchase(order: { number: string; revenue: Money; lines: readonly Line[] }): void {
  const { number, revenue, lines } = order
  const actionField = { id: number, revenue: revenue.amount / minorUnits }
  push('purchase', lines, { actionField }, revenue.currencyId)
}

/** Stores entries from private pages, where the counter is not loaded. They are pushed on the next counted page. */
const storedEntries = persisted<readonly unknown[]>({
  key: 'dataLayerLater',
  schema: z.array(z.unknown()),
  initial: [],
  isEmpty: (entries) => entries.length === 0,
})

/** Pushes the entries that were stored on private pages. */
export function pushStoredEntries(): void {
  const entries = storedEntries.read()
  if (entries.length === 0) return
  storedEntries.remove()
  window.dataLayer ??= []
  window.dataLayer.push(...entries)
}

const shouldWaitForCounter = () => {
  const settings = getDefaultStore().get(settingsAtom)
  const hasCounter = settings !== null && findCounterId(settings) !== undefined
  return hasCounter && window.ym === undefined && !isCounted(location.pathname)
}

function push(
  action: string,
  lines: readonly Line[],
  extraFields: object = {},
  currencyId?: CurrencyId,
): void {
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
    ecommerce: {
      ...(currency && { currencyCode: currencies[currency] }),
      [action]: { ...extraFields, products },
    },
  }
  if (shouldWaitForCounter()) {
    storedEntries.write([...storedEntries.read(), entry])
    return
  }
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}
