import { useParams, usePath } from '../../platform/navigation/index.ts'
import { Order } from './Order.tsx'
import { Preorder } from './Preorder.tsx'

/** `/order/:id` and `/preorder/:id` */
export function OrderPage() {
  const { id } = useParams<{ id: string }>()
  const isPreorder = usePath().startsWith('/preorder/')
  return isPreorder ? <Preorder preorderId={id} /> : <Order orderId={id} returned={false} />
}
