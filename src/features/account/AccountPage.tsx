import { useHasSignIn } from '../../platform/identity/index.ts'
import { OrdersOfDevice } from '../orders/index.ts'
import { AccountOrders } from './AccountOrders.tsx'
import { Guard } from './Guard.tsx'

/** Renders `/my-account` and `/my-account/orders`. Tenants without sign-in show the orders of the device. */
export function AccountPage() {
  if (!useHasSignIn()) return <OrdersOfDevice basePath="/my-account/order" />
  return (
    <Guard>
      <AccountOrders />
    </Guard>
  )
}
