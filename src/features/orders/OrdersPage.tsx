import { OrdersOfDevice } from './OrdersOfDevice.tsx'

/** `/orders`: what a guest has bought on this device, where others have accounts. */
export function OrdersPage() {
  return <OrdersOfDevice below="/order" />
}
