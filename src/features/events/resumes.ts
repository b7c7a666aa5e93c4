import { atom } from 'jotai'
import { device } from '../../platform/storage/index.ts'
import { intent } from '../checkout/index.ts'

export interface Over {
  orderId: string
  type: 'Completed' | 'Canceled'
}

/** Lists the orders that this page found to be paid or canceled. Shown once, until the page is left. */
export const overAtom = atom<readonly Over[]>([])

/** Lists the ids of the orders to show: those that await payment, and those just found to be paid or canceled. */
export const ordersAtom = atom((get) => {
  const over = get(overAtom).map(({ orderId }) => orderId)
  return [...get(device.pendingOrders.atom).filter((orderId) => !over.includes(orderId)), ...over]
})

/** Derives whether the page begins with orders, so that its main headline is on the second level. */
export const resumesAtom = atom((get) => get(ordersAtom).length > 0 || get(intent.atom) !== null)
