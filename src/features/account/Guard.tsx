import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { reportError } from '../../platform/errors/index.ts'
import { checkSession, sessionAtom, signIn, useSignedIn } from '../../platform/identity/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { useOnline, useOnReconnect } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DeviceOrders, listKnownOrders } from '../orders/index.ts'
import { selectGuardView } from './guard.ts'

/** Shows the account to signed-in users. Redirects others to sign-in, which redirects back. */
export function Guard({ children }: { children: ReactNode }) {
  const wasSignedIn = useSignedIn() !== null
  const session = useAtomValue(sessionAtom)
  const view = selectGuardView({ wasSignedIn, isOnline: useOnline(), session })
  useEffect(() => void checkSession().catch(reportError), [])
  useOnReconnect(() => void checkSession().catch(reportError))
  useEffect(() => {
    if (view === 'toSignIn') signIn(true).catch(reportError)
  }, [view])
  if (view === 'open') return children
  if (view === 'wait' || view === 'toSignIn') return <GuardSkeleton />
  return <GuestView isReachable={view === 'ask'} />
}

function GuardSkeleton() {
  const text = useText()
  useTitle(text('account.signIn'))
  return (
    <div className="wrap narrow pt-6 lg:pt-11" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="account.opening" />
      </p>
      <Skeleton height={64} className="w-full max-w-80" />
      <Skeleton text width={220} className="mt-6" />
    </div>
  )
}

/** Offers a guest the sign-in and the orders of this device. */
function GuestView({ isReachable }: { isReachable: boolean }) {
  const text = useText()
  const online = useOnline()
  const [orderIds] = useState(listKnownOrders)
  const [busy, setBusy] = useState(false)
  useTitle(text('account.signIn'))
  const signInOrRetry = () => {
    setBusy(true)
    const attempt = isReachable ? signIn() : checkSession(true)
    attempt.catch(reportError).finally(() => setBusy(false))
  }
  return (
    <EmptyScreen
      title={<Text id={isReachable ? 'account.out.title' : 'account.away.title'} />}
      actions={
        <Button
          kind="primary"
          busy={busy}
          disabled={!online}
          reason={text('account.away.offline')}
          onClick={signInOrRetry}
        >
          <Text id={isReachable ? 'account.signIn' : 'account.away.retry'} />
        </Button>
      }
      below={
        orderIds.length > 0 && (
          <section className="mt-10 max-w-[48rem]">
            <h2 className="display-d3 mb-4">
              <Text id="account.device.title" />
            </h2>
            <DeviceOrders orderIds={orderIds} basePath="/order" />
          </section>
        )
      }
    >
      <Text id={isReachable ? 'account.out.text' : 'account.away.text'} />
    </EmptyScreen>
  )
}
