import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listOrders } from '../../contract/orders.ts'
import { fetchAnswer, fetchProblemCode } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'

const realm = '/auth/realms/photofinish'
const base = `${realm}/protocol/openid-connect`
const pageUrl = 'http://one.test/my-account/orders'

let shop: Shop

beforeAll(async () => {
  const openId = { realm: 'photofinish', clientId: 'storefront', flow: 'implicit' } as const
  shop = await openShop({ signOn: { openId, embedded: true } })
  // the sign-on server uses the system clock for its tokens
  vi.useFakeTimers({ toFake: ['Date'], now: shop.services.clock() })
})

afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

/** Creates a minimal browser: it stores cookies by path, and follows redirects only on request. */
function createBrowser(host = 'one.test') {
  const cookieJar = new Map<string, { value: string; path: string }>()
  const send = async (
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> => {
    const cookie = [...cookieJar]
      .filter(([, { path: cookiePath }]) => path.startsWith(cookiePath))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await shop.app.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      headers: {
        host,
        cookie,
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, path: cookiePath = '/', expires } of response.cookies as {
      name: string
      value: string
      path?: string
      expires?: Date
    }[]) {
      if (value === '' || (expires && expires.getTime() < Date.now())) cookieJar.delete(name)
      else cookieJar.set(name, { value, path: cookiePath })
    }
    return response
  }
  /** Follows redirects until another host or a page is reached. */
  const followRedirects = async (
    first: LightMyRequestResponse,
  ): Promise<{ url?: URL; response: LightMyRequestResponse }> => {
    let response = first
    for (;;) {
      const { location } = response.headers
      if (typeof location !== 'string') return { response }
      const url = new URL(location, `http://${host}`)
      if (!url.pathname.startsWith('/auth/')) return { url, response }
      response = await send(url.pathname + url.search)
    }
  }
  return { send, followRedirects }
}

const buildAuthUrl = (changes: Record<string, string> = {}) =>
  `${base}/auth?${new URLSearchParams({
    client_id: 'storefront',
    redirect_uri: pageUrl,
    state: 'state-1',
    nonce: 'nonce-1',
    response_mode: 'fragment',
    response_type: 'id_token token',
    scope: 'openid profile email',
    ...changes,
  }).toString()}`

const readFragment = (url: URL | undefined) => new URLSearchParams(url?.hash.slice(1))

/** Opens the sign-in page. */
async function openSignIn(browser: ReturnType<typeof createBrowser>, changes: Record<string, string> = {}) {
  const redirect = await browser.send(buildAuthUrl(changes))
  expect(redirect.statusCode).toBe(303)
  const path = new URL(String(redirect.headers.location), 'http://one.test').pathname
  return { path, response: await browser.send(path) }
}

async function signIn(
  browser: ReturnType<typeof createBrowser>,
  name = 'anna',
  changes: Record<string, string> = {},
) {
  const { path } = await openSignIn(browser, changes)
  return browser.followRedirects(await browser.send(path, { name, password: 'three-bridges' }))
}

test('describes itself at Keycloak’s addresses', async () => {
  const { send } = createBrowser()
  const discovery = (await send(`${realm}/.well-known/openid-configuration`)).json<Record<string, unknown>>()
  expect(discovery).toMatchObject({
    issuer: `http://one.test${realm}`,
    authorization_endpoint: `http://one.test${base}/auth`,
    token_endpoint: `http://one.test${base}/token`,
    jwks_uri: `http://one.test${base}/certs`,
    end_session_endpoint: `http://one.test${base}/logout`,
    userinfo_endpoint: `http://one.test${base}/userinfo`,
  })
  const { keys } = (await send(`${base}/certs`)).json<{ keys: Record<string, unknown>[] }>()
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toHaveProperty('d')
  expect((await send('/auth/realms/another/.well-known/openid-configuration')).statusCode).toBe(404)
})

test('a silent check without a session answers login_required without a page', async () => {
  const { url } = await createBrowser().followRedirects(
    await createBrowser().send(buildAuthUrl({ prompt: 'none' })),
  )
  expect(url?.origin).toBe('http://one.test')
  expect(readFragment(url).get('error')).toBe('login_required')
})

test('signs in by name and password, then silently, and out again', async () => {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  await setEmail(shop, cartId, 'anna@runners.example')
  const { orderId } = await placeOrder(shop, cartId)

  const browser = createBrowser()
  const { url } = await signIn(browser)
  expect(`${url?.origin}${url?.pathname}`).toBe(pageUrl)
  const token = readFragment(url).get('access_token') ?? ''
  const idToken = readFragment(url).get('id_token') ?? ''
  expect(readFragment(url).get('state')).toBe('state-1')
  expect(decodeJwt(idToken)).toMatchObject({
    nonce: 'nonce-1',
    aud: 'storefront',
    email: 'anna@runners.example',
  })
  expect(decodeJwt(token)).toMatchObject({ azp: 'storefront', typ: 'Bearer', email_verified: true })
  const list = await fetchAnswer(shop.app, listOrders, { token })
  expect(list.items.map((order) => order.orderId)).toEqual([orderId])

  const silentCheck = await browser.followRedirects(await browser.send(buildAuthUrl({ prompt: 'none' })))
  expect(readFragment(silentCheck.url).get('access_token')).toBeTruthy()

  const logoutPage = await browser.send(
    `${base}/logout?${new URLSearchParams({ client_id: 'storefront', post_logout_redirect_uri: 'http://one.test/', id_token_hint: idToken }).toString()}`,
  )
  expect(logoutPage.statusCode).toBe(200)
  const action = /action="([^"]+)"/.exec(logoutPage.body)?.[1] ?? ''
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(logoutPage.body)?.[1] ?? ''
  const logoutResult = await browser.followRedirects(
    await browser.send(new URL(action).pathname, { xsrf, logout: 'yes' }),
  )
  expect(logoutResult.url?.href).toBe('http://one.test/')
  const checkAfterLogout = await browser.followRedirects(await browser.send(buildAuthUrl({ prompt: 'none' })))
  expect(readFragment(checkAfterLogout.url).get('error')).toBe('login_required')
})

test('uses code and PKCE for a tenant that configures the flow', async () => {
  const verifier = randomBytes(48).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const browser = createBrowser()
  const { url } = await signIn(browser, 'kofi@runners.example', {
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const form = {
    grant_type: 'authorization_code',
    client_id: 'storefront',
    code: readFragment(url).get('code') ?? '',
    redirect_uri: pageUrl,
    code_verifier: verifier,
  }
  const tokenResponse = await browser.send(`${base}/token`, form, { origin: 'http://one.test' })
  expect(tokenResponse.statusCode).toBe(200)
  const { access_token: token, refresh_token: refreshToken } = tokenResponse.json<Record<string, string>>()
  expect((await fetchAnswer(shop.app, listOrders, { token: token ?? '' })).items).toEqual([])
  const renewed = await browser.send(`${base}/token`, {
    grant_type: 'refresh_token',
    client_id: 'storefront',
    refresh_token: refreshToken ?? '',
  })
  expect(renewed.statusCode).toBe(200)
  // a code without its verifier is rejected
  expect((await browser.send(`${base}/token`, { ...form, code_verifier: '' })).statusCode).toBe(400)
})

test('a user whose e-mail is not verified has no orders of that e-mail', async () => {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  await setEmail(shop, cartId, 'sonya@runners.example')
  await placeOrder(shop, cartId)
  const { url } = await signIn(createBrowser(), 'sonya')
  const token = readFragment(url).get('access_token') ?? ''
  expect((await fetchAnswer(shop.app, listOrders, { token })).total).toBe(0)
})

test('refuses another tenant’s token, though the same person signs in there', async () => {
  const { url } = await signIn(createBrowser(), 'anna')
  const token = readFragment(url).get('access_token') ?? ''
  expect(await fetchProblemCode(shop.app, listOrders, { token, host: 'two.test' })).toEqual([
    401,
    'TokenInvalid',
  ])
})

test.each([
  ['another host', { redirect_uri: 'http://elsewhere.example/' }],
  ['a host that begins alike', { redirect_uri: 'http://one.test.elsewhere.example/' }],
  ['a host behind a name', { redirect_uri: 'http://one.test@elsewhere.example/' }],
  ['no address', { redirect_uri: 'javascript:alert(1)' }],
  ['another client', { client_id: 'somebody' }],
])('refuses to redirect to %s', async (_, changes) => {
  const response = await createBrowser().send(buildAuthUrl(changes))
  expect(response.statusCode).toBe(400)
  expect(response.headers.location).toBeUndefined()
})

test('the page has the storefront’s language, keeps the input, and runs no scripts', async () => {
  const browser = createBrowser()
  const { path, response } = await openSignIn(browser, { ui_locales: 'es' })
  expect(response.body).toContain('<html lang="es">')
  expect((await openSignIn(createBrowser())).response.body).toContain('<html lang="ru">')
  const { headers } = response
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['cache-control']).toBe('no-store')
  expect(response.body).not.toMatch(/<script|style=| on\w+=/)

  const name = '"><script>alert(1)</script>'
  const rejected = await browser.send(path, { name, password: 'guess' })
  expect(rejected.statusCode).toBe(422)
  expect(rejected.body).toContain('El usuario y la contraseña no coinciden')
  expect(rejected.body).toContain('value="&quot;&gt;&lt;script&gt;')
  expect(rejected.body).not.toContain('<script>alert')
  expect((await browser.send(path, { name: 'anna', password: '' })).statusCode).toBe(422)
})

test('canceling leads back with an error code', async () => {
  const browser = createBrowser()
  const { path } = await openSignIn(browser)
  const { url } = await browser.followRedirects(await browser.send(`${path}/abort`))
  expect(`${url?.origin}${url?.pathname}`).toBe(pageUrl)
  expect(readFragment(url).get('error')).toBe('access_denied')
})

test('a sign-in started in another browser cannot be completed here', async () => {
  const { path } = await openSignIn(createBrowser())
  const otherBrowserResponse = await createBrowser().send(path, { name: 'anna', password: 'three-bridges' })
  expect(otherBrowserResponse.statusCode).toBe(400)
  expect(otherBrowserResponse.body).toContain('Вход устарел')
})

test('guessing one name’s password ends after ten attempts, others can still sign in', async () => {
  const browser = createBrowser()
  const { path } = await openSignIn(browser)
  const guess = async () => (await browser.send(path, { name: 'yuna', password: 'guess' })).statusCode
  for (let index = 0; index < 10; index++) expect(await guess()).toBe(422)
  const limitedResponse = await browser.send(path, { name: 'Yuna', password: 'three-bridges' })
  expect(limitedResponse.statusCode).toBe(429)
  expect(Number(limitedResponse.headers['retry-after'])).toBeGreaterThan(0)
  expect(limitedResponse.body).toContain('Слишком много попыток')
  const { url } = await browser.followRedirects(
    await browser.send(path, { name: 'amara', password: 'three-bridges' }),
  )
  expect(readFragment(url).get('access_token')).toBeTruthy()
})
