import type { Order } from '../../../contract/orders.ts'
import { Text } from '../../platform/language/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'

/** Links to an e-mail to support, with the order number in its subject. */
export function SupportLink({ order }: { order: Pick<Order, 'number'> }) {
  const { supportEmail, supportTag } = useSettings()
  const subject = encodeURIComponent(`${supportTag} ${order.number}`)
  return (
    <AppLink
      href={`mailto:${supportEmail}?subject=${subject}`}
      className="-my-3.5 inline-block py-3.5 font-semibold underline decoration-2 underline-offset-4"
    >
      <Text id="orders.support" />
    </AppLink>
  )
}
