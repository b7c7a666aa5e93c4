import { getDefaultStore } from 'jotai'
import Keycloak from 'keycloak-js'
import { ApiError } from '../../lib/api-error.ts'
import { identityTokenKey } from '../../lib/identity-token-key.ts'
import { kvStore } from '../../lib/memory/index.ts'
import { replaceUrl } from '../navigation/index.ts'
import { getConnection } from '../offline/index.ts'
import { settingsAtom } from '../theme/index.ts'
import { endSessionInFrame } from './end-session-in-frame.ts'
import { createInitOptions, isCanceled, toKeycloakConfig, toSignedInUser } from './keycloak.ts'
import { pendingSignOut, type SessionState, sessionAtom, signedInUser } from './state.ts'

const store = getDefaultStore()
const setState = (state: SessionState) => store.set(sessionAtom, state)

/** Timeout of a frame: no event reports that it does not load. */
const timeoutInMs = 10_000
/** A token that expires within this time is not sent. */
const expiryMarginInSeconds = 30

/** Pause before an unreachable server is requested again. */
const retryPauseInMs = 5_000

let unreachableSince = Number.NEGATIVE_INFINITY
let keycloak: Keycloak | undefined
let pendingCheck: Promise<void> | undefined

/** Requests the signed-in user from the sign-on server: once per page, or again with `force`. */
export function checkSession(force = false): Promise<void> {
  const state = store.get(sessionAtom)
  if (pendingCheck) return pendingCheck
  if (state !== 'unasked' && state !== 'away' && !force) return Promise.resolve()
  if (state === 'away' && performance.now() - unreachableSince < retryPauseInMs) return Promise.resolve()
  if (getConnection() === 'offline' && !location.hash.includes('state=')) {
    setState('away')
    return Promise.resolve()
  }
  pendingCheck = requestSession().finally(() => (pendingCheck = undefined))
  return pendingCheck
}

/** Evaluates the answer of a redirect, else sends the request in a hidden frame. */
async function requestSession(): Promise<void> {
  const previousUser = signedInUser.read()
  const hasAnswer = location.hash.includes('state=')
  setState('asking')
  const newClient = createKeycloak()
  try {
    const isSignedIn = await withTimeout(
      newClient.init(createInitOptions(getOpenIdSettings(), location.origin)),
    )
    keycloak = newClient
    // the user has signed out in another tab during the check
    const hasSignedOut = previousUser !== null && signedInUser.read() === null && !hasAnswer
    if (isSignedIn && pendingSignOut.read()) await endPendingSession(newClient)
    else if (isSignedIn && newClient.token && !hasSignedOut) adoptSession(newClient, newClient.token)
    else {
      if (!isSignedIn) pendingSignOut.remove()
      clearUser('out')
    }
  } catch (error) {
    keycloak = newClient
    if (isCanceled(error)) clearUser('givenUp')
    // otherwise the last known state stays
    else {
      unreachableSince = performance.now()
      setState('away')
    }
  } finally {
    // removes the answer from the URL
    if (hasAnswer) replaceUrl(location.pathname + location.search)
    document.querySelector('iframe[title="keycloak-silent-check-sso"]')?.remove()
  }
  if (previousUser && !signedInUser.read()) await kvStore.remove(identityTokenKey).catch(() => {})
}

/** Ends a server session whose sign-out could not be sent. After a failure the next check retries. */
async function endPendingSession(session: Keycloak): Promise<void> {
  const isEnded = await endSessionInFrame(
    (redirectUri) => session.createLogoutUrl({ redirectUri }),
    timeoutInMs,
  )
  if (isEnded) pendingSignOut.remove()
  session.clearToken()
  clearUser('out')
}

function adoptSession(session: Keycloak, token: string): void {
  const user = toSignedInUser(session)
  const previous = signedInUser.read()
  if (JSON.stringify(previous) !== JSON.stringify(user)) signedInUser.write(user)
  setState('in')
  void kvStore.put(identityTokenKey, token).catch(() => {})
}

function clearUser(state: 'out' | 'givenUp'): void {
  if (signedInUser.read()) signedInUser.remove()
  setState(state)
}

/** Returns a valid token; undefined when none can be obtained. */
export async function getToken(): Promise<string | undefined> {
  await checkSession()
  return isFresh() ? keycloak?.token : renewToken(keycloak?.token)
}

/** Returns a token other than the refused one. Concurrent callers share one request. */
export async function renewToken(refused: string | undefined): Promise<string | undefined> {
  if (isFresh() && keycloak?.token !== refused) return keycloak?.token
  if (!(await refresh())) await checkSession(true)
  return isFresh() ? keycloak?.token : undefined
}

/** Returns whether the token is valid for long enough and belongs to the current user, who may change in another tab. */
function isFresh(): boolean {
  const exp = keycloak?.tokenParsed?.exp
  if (!keycloak?.token || exp === undefined || keycloak.subject !== signedInUser.read()?.subject) return false
  return exp + (keycloak.timeSkew ?? 0) - Date.now() / 1000 > expiryMarginInSeconds
}

/** Renews the token with a refresh token, which only the code flow provides. */
async function refresh(): Promise<boolean> {
  const session = keycloak
  if (!session?.refreshToken || getConnection() === 'offline') return false
  try {
    // keycloak-js requires it to renew: Safari 17.4, Chrome 119, Firefox 121
    if (!('withResolvers' in Promise)) await import('./with-resolvers.ts')
    await withTimeout(session.updateToken(-1))
    if (session.token) adoptSession(session, session.token)
    return session.token !== undefined
  } catch {
    return false
  }
}

/** Navigates to the sign-in page. @throws ApiError IdentityUnavailable without a network */
export async function signIn(replace: boolean): Promise<void> {
  await checkSession()
  if (!keycloak) throw new ApiError('IdentityUnavailable', 503)
  // an explicit sign-in cancels the pending sign-out
  pendingSignOut.remove()
  const { pathname, search, origin } = location
  const url = await keycloak.createLoginUrl({
    redirectUri: origin + pathname + search,
    locale: document.documentElement.lang,
  })
  if (replace) location.replace(url)
  else location.assign(url)
}

/**
 * Ends the session on this device, then at the sign-on server. Online it navigates there, and the server redirects to
 * the home page. Offline the server session ends when the network is back.
 *
 * @returns whether the browser navigates to another page
 */
export async function signOut(): Promise<boolean> {
  await checkSession()
  const isReachable = keycloak?.idToken !== undefined && getConnection() !== 'offline'
  setState('leaving')
  signedInUser.remove()
  await kvStore.remove(identityTokenKey).catch(() => {})
  // also online: the server may not be reached. The next check removes it when the session has ended
  pendingSignOut.write(true)
  if (keycloak && isReachable)
    location.replace(keycloak.createLogoutUrl({ redirectUri: `${location.origin}/` }))
  return isReachable
}

function createKeycloak(): Keycloak {
  return new Keycloak(toKeycloakConfig(getOpenIdSettings(), location.origin))
}

function getOpenIdSettings() {
  const settings = store.get(settingsAtom)?.openId
  if (!settings) throw new Error('Sign-in is not configured')
  return settings
}

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the sign-on server did not answer in time')),
      timeoutInMs,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
