import { getDefaultStore } from 'jotai'
import Keycloak from 'keycloak-js'
import { ApiError } from '../../lib/api-error.ts'
import { identityFact } from '../../lib/identity-fact.ts'
import { facts } from '../../lib/memory/index.ts'
import { renamePage } from '../navigation/index.ts'
import { connectionNow } from '../offline/index.ts'
import { settingsAtom } from '../theme/index.ts'
import { endQuietly } from './end-quietly.ts'
import { initOptions, isGivenUp, realmOf, whoIs } from './keycloak.ts'
import { type SessionState, sessionAtom, sessionToEnd, signedIn } from './state.ts'

const store = getDefaultStore()
const tell = (state: SessionState) => store.set(sessionAtom, state)

/** Nothing tells when a frame does not load. */
const patienceInMs = 10_000
/** A token that ends within this time is not sent any more. */
const spareInSeconds = 30

/** A server that was just away is not asked again at once. */
const pauseInMs = 5_000

let awaySince = Number.NEGATIVE_INFINITY
let keycloak: Keycloak | undefined
let looking: Promise<void> | undefined

/** Asks the sign-on server who is signed in: once, or once more. */
export function check(again = false): Promise<void> {
  const asked = store.get(sessionAtom)
  if (looking) return looking
  if (asked !== 'unasked' && asked !== 'away' && !again) return Promise.resolve()
  if (asked === 'away' && performance.now() - awaySince < pauseInMs) return Promise.resolve()
  if (connectionNow() === 'offline' && !location.hash.includes('state=')) {
    tell('away')
    return Promise.resolve()
  }
  looking = look().finally(() => (looking = undefined))
  return looking
}

/** Takes the answer that the browser came back with, else asks in a frame that nobody sees. */
async function look(): Promise<void> {
  const known = signedIn.read()
  const hasAnswer = location.hash.includes('state=')
  tell('asking')
  const fresh = newKeycloak()
  try {
    const isIn = await inTime(fresh.init(initOptions(openId(), location.origin)))
    keycloak = fresh
    // she has left in another tab while this one was looking
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
    // the last word stands
    else {
      awaySince = performance.now()
      tell('away')
    }
  } finally {
    // nothing of the answer stays in the address
    if (hasAnswer) renamePage(location.pathname + location.search)
    document.querySelector('iframe[title="keycloak-silent-check-sso"]')?.remove()
  }
  if (known && !signedIn.read()) await facts.remove(identityFact).catch(() => {})
}

/** Does what could not be done when somebody left; where that fails, the next look tries again. */
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
  tell('in')
  void facts.put(identityFact, token).catch(() => {})
}

function leave(state: 'out' | 'givenUp'): void {
  if (signedIn.read()) signedIn.remove()
  tell(state)
}

/** A token that is good now; undefined when none can be had. */
export async function tokenNow(): Promise<string | undefined> {
  await check()
  return isFresh() ? keycloak?.token : renewedToken(keycloak?.token)
}

/** A token other than the refused one. Who asks while one is being fetched gets that. */
export async function renewedToken(refused: string | undefined): Promise<string | undefined> {
  if (isFresh() && keycloak?.token !== refused) return keycloak?.token
  if (!(await refresh())) await check(true)
  return isFresh() ? keycloak?.token : undefined
}

/** Also another tab may have changed who is signed in. */
function isFresh(): boolean {
  const exp = keycloak?.tokenParsed?.exp
  if (!keycloak?.token || exp === undefined || keycloak.subject !== signedIn.read()?.subject) return false
  return exp + (keycloak.timeSkew ?? 0) - Date.now() / 1000 > spareInSeconds
}

/** With a refresh token, which only the code flow gives. */
async function refresh(): Promise<boolean> {
  const session = keycloak
  if (!session?.refreshToken || connectionNow() === 'offline') return false
  try {
    // keycloak-js renews with it: Safari 17.4, Chrome 119, Firefox 121
    if (!('withResolvers' in Promise)) await import('./with-resolvers.ts')
    await inTime(session.updateToken(-1))
    if (session.token) take(session, session.token)
    return session.token !== undefined
  } catch {
    return false
  }
}

/** Leaves for the sign-on server's page. @throws ApiError IdentityUnavailable without a network */
export async function signIn(replace: boolean): Promise<void> {
  await check()
  if (!keycloak) throw new ApiError('IdentityUnavailable', 503)
  // whoever it is wants to come in now
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
 * Ends the session here, then there: at once by leaving for the sign-on server, which sends the browser home; without a
 * network as soon as there is one.
 *
 * @returns whether the page is left
 */
export async function signOut(): Promise<boolean> {
  await check()
  const isReachable = keycloak?.idToken !== undefined && connectionNow() !== 'offline'
  tell('leaving')
  signedIn.remove()
  await facts.remove(identityFact).catch(() => {})
  if (keycloak && isReachable)
    location.replace(keycloak.createLogoutUrl({ redirectUri: `${location.origin}/` }))
  else sessionToEnd.write(true)
  return isReachable
}

function newKeycloak(): Keycloak {
  return new Keycloak(realmOf(openId(), location.origin))
}

function openId() {
  const settings = store.get(settingsAtom)?.openId
  if (!settings) throw new Error('nobody can sign in here')
  return settings
}

function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the sign-on server did not answer in time')),
      patienceInMs,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
