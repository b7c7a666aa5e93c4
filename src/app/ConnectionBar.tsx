import { Text } from '../platform/language/index.ts'
import { useConnection } from '../platform/offline/index.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { OfflineBar } from '../ui/OfflineBar.tsx'

/** Any page that the service worker does not intercept: the captive portal replaces it with its own. */
const pageToSignIn = '/network.html'

/** Shows the network problem and what still works. */
export function ConnectionBar() {
  const connection = useConnection()
  if (connection === 'online') return null
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
