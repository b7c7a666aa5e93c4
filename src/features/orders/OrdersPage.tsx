import { OrdersOfDevice } from './list/OrdersOfDevice.tsx'

/** Renders `/orders`: a guest's purchases on this device, for tenants with accounts. */
export function OrdersPage() {
  return <OrdersOfDevice basePath="/order" />
}
