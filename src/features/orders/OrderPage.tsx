import { useParams } from '../../platform/navigation/index.ts'
import { Order } from './Order.tsx'

/** Renders `/order/:id`, `/preorder/:id` and `/my-account/order/:id` alike. A preorder's id is its order's. */
export function OrderPage() {
  const { id } = useParams<'/order/:id'>()
  return <Order orderId={id} hasJustReturned={false} />
}
