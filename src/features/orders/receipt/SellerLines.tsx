import type { ReactNode } from 'react'
import { Text } from '../../../platform/language/index.ts'
import { useSettings } from '../../../platform/theme/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { offerLink } from './document-links.tsx'

const renderBold = (children: ReactNode) => <b key="bold">{children}</b>

/** States seller, terms of sale and refund period. */
export function SellerLines() {
  const { seller, legalEntity, refundDays } = useSettings()
  const names = [seller?.name ?? legalEntity, seller?.taxNumber].filter((each) => each !== undefined)
  // a registered name is not translated
  const registeredSeller = (
    <span key="seller" translate="no">
      {names.join(', ')}
    </span>
  )
  return (
    <div className="mt-6 grid gap-2 text-sm text-ink-2">
      {refundDays !== undefined && (
        <p className="flex items-start gap-2 lining-nums">
          <Icon name="reload" className="flex-none" />
          <span>
            <Text id="orders.refundTerms" values={{ days: refundDays, b: renderBold }} />
          </span>
        </p>
      )}
      <p className="flex items-start gap-2 lining-nums">
        <Icon name="receipt" className="flex-none" />
        <span>
          <Text id="orders.seller" values={{ seller: registeredSeller, offer: offerLink }} />
        </span>
      </p>
    </div>
  )
}
