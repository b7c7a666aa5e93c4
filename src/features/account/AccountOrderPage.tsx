import { useHasSignIn } from '../../platform/identity/index.ts'
import { useParams } from '../../platform/navigation/index.ts'
import { Order } from '../orders/index.ts'
import { Guard } from './Guard.tsx'

/** Renders `/my-account/order/:id`: an order of the account, on any device. */
export function AccountOrderPage() {
  const { id } = useParams<'/my-account/order/:id'>()
  const order = <Order orderId={id} hasJustReturned={false} />
  return useHasSignIn() ? <Guard>{order}</Guard> : order
}
