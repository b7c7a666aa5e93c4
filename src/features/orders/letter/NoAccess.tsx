import { useState } from 'react'
import { reportError } from '../../../platform/errors/index.ts'
import { signIn, useHasSignIn, useSignedIn } from '../../../platform/identity/index.ts'
import { Text, useErrorText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyScreen } from '../../../ui/feedback/EmptyScreen.tsx'
import { requestEmailAgain, useOrderEmail } from './order-email.ts'

/**
 * Replaces an order that this device may not open, or that does not exist: the service does not reveal which. Explains
 * where it opens, and offers to send its letter to the buyer again and to sign in.
 */
export function NoAccess({ orderId }: { orderId: string }) {
  const { state, lastUpdate } = useOrderEmail(orderId)
  const [isRequested, setRequested] = useState(false)
  const mayRequest = (state.type === 'idle' && !lastUpdate) || state.type === 'refused'
  const requestEmail = async () => {
    if (isRequested) return
    setRequested(true)
    await requestEmailAgain(orderId).catch(reportError)
    setRequested(false)
  }
  return (
    <EmptyScreen
      role="alert"
      title={<Text id="orders.noAccess.title" />}
      actions={
        <>
          {mayRequest && (
            <Button kind="primary" busy={isRequested} onClick={() => void requestEmail()}>
              <Text id="orders.noAccess.letter" />
            </Button>
          )}
          <SignInButton />
          <Button kind={mayRequest ? 'outline' : 'primary'} href="/">
            <Text id="orders.toHome" />
          </Button>
        </>
      }
    >
      <p>
        <Text id="orders.noAccess.text" />
      </p>
      <div role="status">
        <EmailOutcome orderId={orderId} />
      </div>
    </EmptyScreen>
  )
}

function EmailOutcome({ orderId }: { orderId: string }) {
  const { state, lastUpdate } = useOrderEmail(orderId)
  const errorText = useErrorText()
  if (state.type === 'refused')
    return <p className="mt-3 font-semibold text-danger">{errorText(state.code)}</p>
  if (state.type === 'idle' && !lastUpdate) return null
  const id = state.type === 'idle' ? 'sent' : state.type === 'sending' ? 'sending' : 'waiting'
  return (
    <p className="mt-3 font-semibold">
      <Text id={`orders.noAccess.${id}`} />
    </p>
  )
}

/** Offers the sign-in to guests of brands with accounts. The sign-in page redirects back to the order. */
function SignInButton() {
  const isGuest = useSignedIn() === null
  const [busy, setBusy] = useState(false)
  if (!useHasSignIn() || !isGuest) return null
  const startSignIn = () => {
    setBusy(true)
    signIn()
      .catch(reportError)
      .finally(() => setBusy(false))
  }
  return (
    <Button kind="outline" busy={busy} onClick={startSignIn}>
      <Text id="orders.noAccess.signIn" />
    </Button>
  )
}
