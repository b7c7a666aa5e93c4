import { getDefaultStore, useAtomValue } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'
import { configureApi } from '../../lib/api-client.ts'
import { settingsAtom, useSettings } from '../theme/index.ts'
import { pendingSignOut, signedInUser } from './state.ts'

export { pendingSignOut, type SessionState, type SignedInUser, sessionAtom, signedInUser } from './state.ts'

// loaded on demand, as it includes keycloak-js
const loadSession = () => import('./session.ts')

/** Returns whether sign-in is available. It needs Web Crypto, which exists only in secure contexts. */
const hasSignIn = (settings: Settings | null) => settings?.openId !== undefined && isSecureContext

export const useHasSignIn = () => hasSignIn(useSettings())

/** Returns the signed-in user; null for a guest. */
export const useSignedIn = () => useAtomValue(signedInUser.atom)

/** Returns whether the URL has the fragment of a redirect from the sign-on server. */
const isSignOnRedirect = () =>
  /[#&]state=/.test(location.hash) && /[#&](access_token|code|error)=/.test(location.hash)

/** Configures API calls to send identity tokens. Contacts the sign-on server only after a redirect from it. */
export function startIdentity(): void {
  if (!hasSignIn(getDefaultStore().get(settingsAtom))) return
  configureApi({
    identity: {
      getToken: async () => (signedInUser.read() ? (await loadSession()).getToken() : undefined),
      renewToken: async (refused) =>
        signedInUser.read() ? (await loadSession()).renewToken(refused) : undefined,
    },
  })
  if (isSignOnRedirect()) void checkSession()
}

/**
 * Requests the signed-in user from the sign-on server, in a hidden frame. Does nothing where sign-in is not available.
 *
 * @param force repeats the request; by default it is sent once per page
 */
export async function checkSession(force = false): Promise<void> {
  if (hasSignIn(getDefaultStore().get(settingsAtom))) await (await loadSession()).checkSession(force)
}

/**
 * Navigates to the sign-in page, which redirects back to the current page.
 *
 * @param replace replaces the history entry, so that Back skips this page, which is not available to guests
 */
export async function signIn(replace = false): Promise<void> {
  await (await loadSession()).signIn(replace)
}

/**
 * Ends the session on this device and at the sign-on server, which redirects to the home page. Offline, the session
 * at the server ends at the next connection.
 *
 * @returns whether the browser navigates to another page
 */
export async function signOut(): Promise<boolean> {
  try {
    return await (await loadSession()).signOut()
  } catch {
    // the module could not be loaded
    signedInUser.remove()
    pendingSignOut.write(true)
    return false
  }
}
