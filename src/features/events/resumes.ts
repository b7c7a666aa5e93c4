import { atom } from 'jotai'
import { device } from '../../platform/storage/index.ts'
import { intent } from '../checkout/index.ts'

export interface Over {
  orderId: string
  is: 'Completed' | 'Canceled'
}

/** Orders found to be paid or canceled by this page: said until it is left, and never again. */
export const overAtom = atom<readonly Over[]>([])

/** Orders to be shown: those that wait, and those of which it turned out that they do not. */
export const ordersAtom = atom((get) => {
  const over = get(overAtom).map(({ orderId }) => orderId)
  return [...get(device.pendingOrders.atom).filter((orderId) => !over.includes(orderId)), ...over]
})

/** Whether the page begins with orders, so that its own headline is the second. */
export const resumesAtom = atom((get) => get(ordersAtom).length > 0 || get(intent.atom) !== null)
