import { atom } from 'jotai'
import { device } from '../../platform/storage/index.ts'
import { intent } from '../checkout/index.ts'

export interface EndedOrderState {
  orderId: string
  type: 'Completed' | 'Canceled'
}

/** Lists the orders that this page found to be paid or canceled. Shown once, until the page is left. */
export const endedOrdersAtom = atom<readonly EndedOrderState[]>([])

/** Lists the ids of the orders to show: those that await payment, and those just found to be paid or canceled. */
export const resumedOrdersAtom = atom((get) => {
  const endedIds = get(endedOrdersAtom).map(({ orderId }) => orderId)
  return [...get(device.pendingOrders.atom).filter((orderId) => !endedIds.includes(orderId)), ...endedIds]
})

/** Derives whether the page begins with orders, so that its main headline is on the second level. */
export const hasOrdersToResumeAtom = atom(
  (get) => get(resumedOrdersAtom).length > 0 || get(intent.atom) !== null,
)
