import { getDefaultStore, useAtomValue } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'
import { configureApi } from '../../lib/api-client.ts'
import { settingsAtom, useSettings } from '../theme/index.ts'
import { sessionToEnd, signedIn } from './state.ts'

export { type SessionState, type SignedIn, sessionAtom, sessionToEnd, signedIn } from './state.ts'

// loaded on demand, as it includes keycloak-js
const session = () => import('./session.ts')

/** Returns whether sign-in is available. It needs Web Crypto, which exists only in secure contexts. */
const hasSignIn = (settings: Settings | null) => settings?.openId !== undefined && isSecureContext

export const useHasSignIn = () => hasSignIn(useSettings())

/** Returns the signed-in user; null for a guest. */
export const useSignedIn = () => useAtomValue(signedIn.atom)

/** Returns whether the URL has the fragment of a redirect from the sign-on server. */
const comesBack = () =>
  /[#&]state=/.test(location.hash) && /[#&](access_token|code|error)=/.test(location.hash)

/** Configures API calls to send identity tokens. Contacts the sign-on server only after a redirect from it. */
export function startIdentity(): void {
  if (!hasSignIn(getDefaultStore().get(settingsAtom))) return
  configureApi({
    identity: {
      now: async () => (signedIn.read() ? (await session()).tokenNow() : undefined),
      renewed: async (refused) => (signedIn.read() ? (await session()).renewedToken(refused) : undefined),
    },
  })
  if (comesBack()) void checkSession()
}

/**
 * Requests the signed-in user from the sign-on server, in a hidden frame. Does nothing where sign-in is not available.
 *
 * @param force repeats the request; by default it is sent once per page
 */
export async function checkSession(again = false): Promise<void> {
  if (hasSignIn(getDefaultStore().get(settingsAtom))) await (await session()).check(again)
}

/**
 * Navigates to the sign-in page, which redirects back to the current page.
 *
 * @param replace replaces the history entry, so that Back skips this page, which is not available to guests
 */
export async function signIn(replace = false): Promise<void> {
  await (await session()).signIn(replace)
}

/**
 * Ends the session on this device and at the sign-on server, which redirects to the home page. Offline, the session
 * at the server ends at the next connection.
 *
 * @returns whether the browser navigates to another page
 */
export async function signOut(): Promise<boolean> {
  try {
    return await (await session()).signOut()
  } catch {
    // the module could not be loaded
    signedIn.remove()
    sessionToEnd.write(true)
    return false
  }
}
