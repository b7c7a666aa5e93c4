import type { Order } from '../../../contract/orders.ts'
import { Text } from '../../platform/language/index.ts'
import { Note } from '../../ui/Note.tsx'
import { SupportLink } from './SupportLink.tsx'

/** Where else the files are, and what to do when the letter does not come. */
export function MailNote({ order }: { order: Pick<Order, 'number' | 'customer'> }) {
  return (
    <Note icon="mail" className="mt-4 lg:bg-bg">
      <Text id="orders.mail" values={{ email: order.customer.email }} /> <SupportLink order={order} />
    </Note>
  )
}
