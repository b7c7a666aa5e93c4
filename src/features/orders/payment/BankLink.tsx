import { useEffect, useState } from 'react'
import { Text, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { Button } from '../../../ui/Button.tsx'

/** Delays the link: within this time the bank's page usually opens, also on a slow network. */
const usualLoadingInMs = 12_000

/**
 * Returns the address of the bank's page once it has not opened for some time, and announces that. The buyer may have stopped its
 * loading, which no event reports.
 *
 * @param bankUrl address that the buyer is being redirected to
 */
export function useLateBankUrl(bankUrl: string | undefined): string | undefined {
  const text = useText()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (bankUrl === undefined) return undefined
    const timer = setTimeout(() => setLate(true), usualLoadingInMs)
    return () => {
      clearTimeout(timer)
      // a further redirect, even to the same address, gets its time too
      setLate(false)
    }
  }, [bankUrl])
  const shownUrl = isLate ? bankUrl : undefined
  useAnnounce(shownUrl && text('orders.bank.late'))
  return shownUrl
}

/**
 * Links to the bank's page of a payment that was started already, so that the buyer does not start another. Offline the
 * link is disabled, because the browser's error page would replace the app.
 */
export function BankLink({ href }: { href: string }) {
  const text = useText()
  const online = useOnline()
  return (
    <div>
      <p className="mb-2.5 text-sm">
        <Text id="orders.bank.late" />
      </p>
      <Button
        kind="outline"
        full
        icon="external"
        href={href}
        disabled={!online}
        reason={text('orders.pay.offline')}
      >
        <Text id="orders.bank.open" />
      </Button>
    </div>
  )
}
