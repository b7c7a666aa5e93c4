import { useState } from 'react'
import { reportError, useErrorText } from '../../platform/errors/index.ts'
import { signIn, useHasSignIn, useSignedIn } from '../../platform/identity/index.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/EmptyScreen.tsx'
import { askForLetter, useLetter } from './letter.ts'

/**
 * Replaces an order that this device may not open, or that does not exist: the service does not reveal which. Explains
 * where it opens, and offers to send its letter to the buyer again and to sign in.
 */
export function NoAccess({ orderId }: { orderId: string }) {
  const { state, news } = useLetter(orderId)
  const [asked, setAsked] = useState(false)
  const mayAsk = (state.type === 'idle' && !news) || state.type === 'refused'
  const ask = async () => {
    if (asked) return
    setAsked(true)
    await askForLetter(orderId).catch(reportError)
    setAsked(false)
  }
  return (
    <EmptyScreen
      role="alert"
      title={<Text id="orders.noAccess.title" />}
      actions={
        <>
          {mayAsk && (
            <Button kind="primary" busy={asked} onClick={() => void ask()}>
              <Text id="orders.noAccess.letter" />
            </Button>
          )}
          <SignInButton />
          <Button kind={mayAsk ? 'outline' : 'primary'} href="/">
            <Text id="orders.toHome" />
          </Button>
        </>
      }
    >
      <p>
        <Text id="orders.noAccess.text" />
      </p>
      <div role="status">
        <LetterOutcome orderId={orderId} />
      </div>
    </EmptyScreen>
  )
}

function LetterOutcome({ orderId }: { orderId: string }) {
  const { state, news } = useLetter(orderId)
  const errorText = useErrorText()
  if (state.type === 'refused')
    return <p className="mt-3 font-semibold text-danger">{errorText(state.code)}</p>
  if (state.type === 'idle' && !news) return null
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
  const open = () => {
    setBusy(true)
    signIn()
      .catch(reportError)
      .finally(() => setBusy(false))
  }
  return (
    <Button kind="outline" busy={busy} onClick={open}>
      <Text id="orders.noAccess.signIn" />
    </Button>
  )
}
