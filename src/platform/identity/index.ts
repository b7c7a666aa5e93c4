import { getDefaultStore, useAtomValue } from 'jotai'
import type { Settings } from '../../../contract/settings.ts'
import { configureApi } from '../../lib/api-client.ts'
import { settingsAtom, useSettings } from '../theme/index.ts'
import { sessionToEnd, signedIn } from './state.ts'

export { type SessionState, type SignedIn, sessionAtom, sessionToEnd, signedIn } from './state.ts'

// keycloak-js comes with it, when somebody needs to know
const session = () => import('./session.ts')

/** Whether people can sign in here. What signing in is made of works in secure contexts only. */
const hasSignIn = (settings: Settings | null) => settings?.openId !== undefined && isSecureContext

export const useHasSignIn = () => hasSignIn(useSettings())

/** Who is signed in; null for a guest. */
export const useSignedIn = () => useAtomValue(signedIn.atom)

/** The sign-on server has sent the browser back here, with its answer behind the hash. */
const comesBack = () =>
  /[#&]state=/.test(location.hash) && /[#&](access_token|code|error)=/.test(location.hash)

/** Gives calls their tokens from now on; asks the sign-on server only when it has just spoken. */
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

/** Asks the sign-on server once who is signed in, without the user noticing. Does nothing where nobody can be. */
export async function checkSession(again = false): Promise<void> {
  if (hasSignIn(getDefaultStore().get(settingsAtom))) await (await session()).check(again)
}

/**
 * Leaves for the page on which one signs in; it sends the browser back to where it was.
 *
 * @param replace Back then leads to the page before this one, which cannot be shown anyway
 */
export async function signIn(replace = false): Promise<void> {
  await (await session()).signIn(replace)
}

/**
 * Ends the session here and at the sign-on server, which sends the browser home; without a network the server hears of
 * it at the next connection.
 *
 * @returns whether the page is left
 */
export async function signOut(): Promise<boolean> {
  try {
    return await (await session()).signOut()
  } catch {
    // not even its code could be had
    signedIn.remove()
    sessionToEnd.write(true)
    return false
  }
}
