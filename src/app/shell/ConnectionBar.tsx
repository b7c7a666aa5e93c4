import { Text } from '../../platform/language/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { OfflineBar } from '../../ui/feedback/OfflineBar.tsx'
import { StatusPill } from '../../ui/feedback/StatusPill.tsx'

/** URL of a page that the service worker does not intercept, so that a captive portal can answer with its sign-in page. */
const pageToSignIn = '/network.html'

/** Shows that the network is missing and what still works. */
export function ConnectionBar() {
  const connection = useConnection()
  if (connection === 'online' || connection === 'slow') return null
  return (
    <OfflineBar
      action={
        connection === 'portal' && (
          <AppLink href={pageToSignIn} target="_blank" rel="noreferrer">
            <Text id="app.connection.signIn" />
          </AppLink>
        )
      }
    >
      <Text id={`app.connection.${connection}`} />
    </OfflineBar>
  )
}

/** Shows that the network is slow. Appears often and briefly, so it shifts no layout and hides beside another pill. */
export function SlowNetworkPill() {
  const connection = useConnection()
  if (connection !== 'slow') return null
  return (
    <StatusPill icon="clock" className="not-only:hidden">
      <Text id="app.connection.slow.short" />
    </StatusPill>
  )
}
