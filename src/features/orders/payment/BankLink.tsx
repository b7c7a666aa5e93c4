import { useEffect, useState } from 'react'
import { Text, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
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
  const [lateUrl, setLateUrl] = useState<string>()
  useEffect(() => {
    if (bankUrl === undefined) return undefined
    const timer = setTimeout(() => setLateUrl(bankUrl), usualLoadingInMs)
    return () => clearTimeout(timer)
  }, [bankUrl])
  const shownUrl = bankUrl === undefined ? undefined : lateUrl
  useAnnounce(shownUrl && text('orders.bank.late'))
  return shownUrl
}

/** Links to the bank's page of a payment that was started already, so that the buyer does not start another. */
export function BankLink({ href }: { href: string }) {
  return (
    <div>
      <p className="mb-2.5 text-sm">
        <Text id="orders.bank.late" />
      </p>
      <Button kind="outline" full icon="external" href={href}>
        <Text id="orders.bank.open" />
      </Button>
    </div>
  )
}
