import { useState } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { type SignedInUser, signOut } from '../../platform/identity/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { forgetCart } from '../cart/index.ts'
import { forgetAccount } from './account-orders.ts'

/** Shows the signed-in user and the sign-out button. */
export function AccountHeader({ user }: { user: SignedInUser }) {
  const text = useText()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const signOutAndForget = () => {
    setBusy(true)
    forgetAccount(user)
    // the cart belongs to the account and is restored with the next sign-in
    const cartId = device.cartId.read()
    if (cartId) forgetCart(cartId)
    signOut()
      .then((isNavigating) => isNavigating || location.replace('/'))
      .catch(reportError)
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
      <p className="min-w-0 py-2 text-ink-2">
        {user.name && <b className="block text-ink">{user.name}</b>}
        <span className="[overflow-wrap:anywhere]">{user.email}</span>
      </p>
      <Button
        kind="outline"
        size="sm"
        busy={busy}
        disabled={!online}
        reason={text('account.signOut.offline')}
        onClick={signOutAndForget}
      >
        <Text id="account.signOut" />
      </Button>
    </div>
  )
}
