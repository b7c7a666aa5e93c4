import { getDefaultStore } from 'jotai'
import Keycloak from 'keycloak-js'
import { ApiError } from '../../lib/api-error.ts'
import { identityFact } from '../../lib/identity-fact.ts'
import { kvStore } from '../../lib/memory/index.ts'
import { renamePage } from '../navigation/index.ts'
import { connectionNow } from '../offline/index.ts'
import { settingsAtom } from '../theme/index.ts'
import { endQuietly } from './end-quietly.ts'
import { initOptions, isGivenUp, toKeycloakConfig, whoIs } from './keycloak.ts'
import { type SessionState, sessionAtom, sessionToEnd, signedIn } from './state.ts'

const store = getDefaultStore()
const setState = (state: SessionState) => store.set(sessionAtom, state)

/** Timeout of a frame: no event reports that it does not load. */
const patienceInMs = 10_000
/** A token that expires within this time is not sent. */
const spareInSeconds = 30

/** Pause before an unreachable server is requested again. */
const pauseInMs = 5_000

let awaySince = Number.NEGATIVE_INFINITY
let keycloak: Keycloak | undefined
let looking: Promise<void> | undefined

/** Requests the signed-in user from the sign-on server: once per page, or again with `force`. */
export function check(again = false): Promise<void> {
  const asked = store.get(sessionAtom)
  if (looking) return looking
  if (asked !== 'unasked' && asked !== 'away' && !again) return Promise.resolve()
  if (asked === 'away' && performance.now() - awaySince < pauseInMs) return Promise.resolve()
  if (connectionNow() === 'offline' && !location.hash.includes('state=')) {
    setState('away')
    return Promise.resolve()
  }
  looking = look().finally(() => (looking = undefined))
  return looking
}

/** Evaluates the answer of a redirect, else sends the request in a hidden frame. */
async function look(): Promise<void> {
  const known = signedIn.read()
  const hasAnswer = location.hash.includes('state=')
  setState('asking')
  const fresh = newKeycloak()
  try {
    const isIn = await withTimeout(fresh.init(initOptions(openId(), location.origin)))
    keycloak = fresh
    // the user has signed out in another tab during the check
    const hasLeft = known !== null && signedIn.read() === null && !hasAnswer
    if (isIn && sessionToEnd.read()) await endLeftSession(fresh)
    else if (isIn && fresh.token && !hasLeft) take(fresh, fresh.token)
    else {
      if (!isIn) sessionToEnd.remove()
      leave('out')
    }
  } catch (error) {
    keycloak = fresh
    if (isGivenUp(error)) leave('givenUp')
    // otherwise the last known state stays
    else {
      awaySince = performance.now()
      setState('away')
    }
  } finally {
    // removes the answer from the URL
    if (hasAnswer) renamePage(location.pathname + location.search)
    document.querySelector('iframe[title="keycloak-silent-check-sso"]')?.remove()
  }
  if (known && !signedIn.read()) await kvStore.remove(identityFact).catch(() => {})
}

/** Ends a server session whose sign-out could not be sent. After a failure the next check retries. */
async function endLeftSession(session: Keycloak): Promise<void> {
  const ended = await endQuietly((redirectUri) => session.createLogoutUrl({ redirectUri }), patienceInMs)
  if (ended) sessionToEnd.remove()
  session.clearToken()
  leave('out')
}

function take(session: Keycloak, token: string): void {
  const user = whoIs(session)
  const before = signedIn.read()
  if (JSON.stringify(before) !== JSON.stringify(user)) signedIn.write(user)
  setState('in')
  void kvStore.put(identityFact, token).catch(() => {})
}

function leave(state: 'out' | 'givenUp'): void {
  if (signedIn.read()) signedIn.remove()
  setState(state)
}

/** Returns a valid token; undefined when none can be obtained. */
export async function tokenNow(): Promise<string | undefined> {
  await check()
  return isFresh() ? keycloak?.token : renewedToken(keycloak?.token)
}

/** Returns a token other than the refused one. Concurrent callers share one request. */
export async function renewedToken(refused: string | undefined): Promise<string | undefined> {
  if (isFresh() && keycloak?.token !== refused) return keycloak?.token
  if (!(await refresh())) await check(true)
  return isFresh() ? keycloak?.token : undefined
}

/** Returns whether the token is valid for long enough and belongs to the current user, who may change in another tab. */
function isFresh(): boolean {
  const exp = keycloak?.tokenParsed?.exp
  if (!keycloak?.token || exp === undefined || keycloak.subject !== signedIn.read()?.subject) return false
  return exp + (keycloak.timeSkew ?? 0) - Date.now() / 1000 > spareInSeconds
}

/** Renews the token with a refresh token, which only the code flow provides. */
async function refresh(): Promise<boolean> {
  const session = keycloak
  if (!session?.refreshToken || connectionNow() === 'offline') return false
  try {
    // keycloak-js requires it to renew: Safari 17.4, Chrome 119, Firefox 121
    if (!('withResolvers' in Promise)) await import('./with-resolvers.ts')
    await withTimeout(session.updateToken(-1))
    if (session.token) take(session, session.token)
    return session.token !== undefined
  } catch {
    return false
  }
}

/** Navigates to the sign-in page. @throws ApiError IdentityUnavailable without a network */
export async function signIn(replace: boolean): Promise<void> {
  await check()
  if (!keycloak) throw new ApiError('IdentityUnavailable', 503)
  // an explicit sign-in cancels the pending sign-out
  sessionToEnd.remove()
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
  await check()
  const isReachable = keycloak?.idToken !== undefined && connectionNow() !== 'offline'
  setState('leaving')
  signedIn.remove()
  await kvStore.remove(identityFact).catch(() => {})
  if (keycloak && isReachable)
    location.replace(keycloak.createLogoutUrl({ redirectUri: `${location.origin}/` }))
  else sessionToEnd.write(true)
  return isReachable
}

function newKeycloak(): Keycloak {
  return new Keycloak(toKeycloakConfig(openId(), location.origin))
}

function openId() {
  const settings = store.get(settingsAtom)?.openId
  if (!settings) throw new Error('Sign-in is not configured')
  return settings
}

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the sign-on server did not answer in time')),
      patienceInMs,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
