import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut, createCart, getCart, setCartCustomer } from '../../contract/cart.ts'
import { listOrders } from '../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { type Keycloak, openKeycloak } from '../support/providers/keycloak.ts'
import { answer, refusal, send } from '../support/server/api-calls.ts'
import {
  aFullCart,
  aPaidOrder,
  aSellingEvent,
  openShop,
  placeOrder,
  type Shop,
  setEmail,
} from '../support/server/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../support/server/shop-with-accounts.ts'

let testServer: ShopWithAccounts
let keycloak: Keycloak
let shop: Shop

beforeAll(async () => {
  testServer = await openShopWithAccounts()
  ;({ shop, keycloak } = testServer)
})
afterAll(() => testServer.close())

const orders = (token?: string, query: Record<string, string> = {}) =>
  answer(shop.app, listOrders, { ...(token !== undefined && { token }), query })
const refused = (token?: string) => refusal(shop.app, listOrders, token === undefined ? {} : { token })

/** Creates a guest's order with an e-mail. */
async function aGuestOrder(email: string) {
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  await setEmail(shop, cartId, email)
  return placeOrder(shop, cartId)
}

test('a Keycloak token gives access to the orders of its verified e-mail, ignoring case', async () => {
  const order = await aGuestOrder('anna.S@Mail.example')
  await aGuestOrder('another.buyer@mail.example')
  const list = await orders(await keycloak.token())
  expect(list).toMatchObject({
    count: 1,
    total: 1,
    items: [{ orderId: order.orderId, state: 'AwaitingPayment' }],
  })
})

test('returns orders by page, newest first', async () => {
  const email = 'many@mail.example'
  const placed: string[] = []
  for (let at = 0; at < 3; at++) {
    placed.unshift((await aGuestOrder(email)).orderId)
    shop.moveClock(1_000)
  }
  const token = await keycloak.token({ email, sub: 'many' })
  const ids = async (query: Record<string, string>) =>
    (await orders(token, query)).items.map(({ orderId }) => orderId)
  expect(await ids({ sortBy: 'createdOn:desc', count: '2' })).toEqual(placed.slice(0, 2))
  expect(await ids({ count: '2', offset: '2' })).toEqual(placed.slice(2))
  expect((await orders(token, { count: '1' })).total).toBe(3)
})

test.each([
  ['is not verified', { email_verified: false }],
  ['is not said to be verified', { email_verified: undefined }],
  ['is missing', { email: undefined }],
])('a user whose e-mail %s sees no orders placed under it', async (_, claims) => {
  const email = 'unproved@mail.example'
  await aGuestOrder(email)
  const token = await keycloak.token({ email, sub: 'unproved', ...claims })
  expect(await orders(token)).toMatchObject({ items: [], total: 0 })
})

test('returns no orders without a token or with a search token', async () => {
  expect(await refused()).toEqual([401, 'Unauthenticated'])
  expect(await refused('no.token.this')).toEqual([401, 'TokenInvalid'])
})

test('distinguishes an expired token from an invalid one', async () => {
  expect(await refused(await keycloak.token({}, { lifeInSeconds: -31 }))).toEqual([401, 'TokenExpired'])
  // tolerates clock skew
  expect((await orders(await keycloak.token({}, { lifeInSeconds: -10 }))).count).toBeTypeOf('number')
})

test.each([
  ['another issuer', { iss: 'https://elsewhere.example/realms/races' }],
  ['no issuer', { iss: undefined }],
  ['another client of the realm', { azp: 'results-site' }],
  ['another audience and no client', { azp: undefined, aud: 'account' }],
  ['no subject', { sub: undefined }],
  ['the use of a refresh token', { typ: 'Refresh' }],
])('refuses a token with %s', async (_, claims) => {
  expect(await refused(await keycloak.token(claims))).toEqual([401, 'TokenInvalid'])
})

test('refuses an ID token, which is for the page', async () => {
  expect(await refused(await keycloak.token({}, { kind: 'id' }))).toEqual([401, 'TokenInvalid'])
})

test('requires a signature of the realm', async () => {
  const [header, payload] = (await keycloak.token()).split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(await refused(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toEqual([401, 'TokenInvalid'])

  // signs HS256 with the public key as the secret
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>
  const { kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as { kid: string }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`
  const shared = createHmac('sha256', 'public').update(unsigned).digest('base64url')
  expect(await refused(`${unsigned}.${shared}`)).toEqual([401, 'TokenInvalid'])

  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const own = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(publicKey) })
  expect(await refused(await own.sign(privateKey))).toEqual([401, 'TokenInvalid'])
})

test('fetches a new key when a token names it, and drops the old one', async () => {
  const before = await keycloak.token()
  await orders(before)
  const asked = keycloak.asked.keys
  await orders(before)
  expect(keycloak.asked.keys).toBe(asked)
  await keycloak.rotate()
  await orders(await keycloak.token())
  expect(keycloak.asked.keys).toBe(asked + 1)
  expect(await refused(before)).toEqual([401, 'TokenInvalid'])
})

test('a cart belongs to the account that opens it, on every device, and to no other caller', async () => {
  const anna = await keycloak.token()
  const boris = await keycloak.token({ sub: 'boris', email: 'boris@mail.example' })
  const shoppingCartId = await aFullCart(shop, await aSellingEvent(shop))
  const params = { shoppingCartId }
  const get = (token?: string) => send(shop.app, getCart, { params, ...(token !== undefined && { token }) })
  expect((await get()).statusCode).toBe(200)
  expect((await get(anna)).statusCode).toBe(200)

  expect(await refusal(shop.app, getCart, { params })).toEqual([401, 'CartOwned'])
  expect(await refusal(shop.app, getCart, { params, token: boris })).toEqual([404, 'CartNotFound'])
  const body = { email: 'boris@mail.example' }
  expect(await refusal(shop.app, setCartCustomer, { params, body, token: boris })).toEqual([
    404,
    'CartNotFound',
  ])
  expect(await refusal(shop.app, createCart, { body: params })).toEqual([401, 'CartOwned'])

  // in a header beside a search token, in the query of the specification, and on a device that has no cart yet
  const beside = await send(shop.app, getCart, { params, headers: { 'identity-token': anna } })
  expect(beside.statusCode).toBe(200)
  expect((await send(shop.app, getCart, { params, query: { token: anna } })).statusCode).toBe(200)
  expect(await answer(shop.app, createCart, { body: {}, token: anna })).toEqual(params)
})

test('an order placed while signed in is in the account, also under another e-mail', async () => {
  const token = await keycloak.token({ sub: 'carla', email: 'carla@mail.example', email_verified: false })
  const shoppingCartId = await aFullCart(shop, await aSellingEvent(shop))
  await answer(shop.app, getCart, { params: { shoppingCartId }, token })
  const body = { email: 'gift@mail.example' }
  await answer(shop.app, setCartCustomer, { params: { shoppingCartId }, body, token })
  const { orderId } = await answer(shop.app, checkOut, { params: { shoppingCartId }, token })
  expect((await orders(token)).items.map((order) => order.orderId)).toEqual([orderId])
})

test('returns a receipt with a valid token or without one, not with an invalid one', async () => {
  const { invoiceId } = await aPaidOrder(shop, await aFullCart(shop, await aSellingEvent(shop)))
  const query = { invoiceId }
  expect((await answer(shop.app, listReceipts, { query, token: await keycloak.token() })).count).toBe(1)
  expect((await send(shop.app, downloadReceipt, { query })).statusCode).toBe(200)
  const old = await keycloak.token({}, { lifeInSeconds: -600 })
  expect(await refusal(shop.app, downloadReceipt, { query, token: old })).toEqual([401, 'TokenExpired'])
})

test('answers 503 for a server with another issuer, and for one that is down', async () => {
  const other = await openKeycloak(() => shop.services.clock())
  const openId = { uri: other.uri, realm: other.realm, clientId: 'storefront', flow: 'implicit' } as const
  other.says.issuer = 'https://elsewhere.example/auth/realms/races'
  const testServer = await openShop({ signOn: { openId } })
  const ask = async () => refusal(testServer.app, listOrders, { token: await other.token() })
  try {
    expect(await ask()).toEqual([503, 'IdentityUnavailable'])
    other.says.issuer = `${other.uri}/realms/${other.realm}`
    other.says.isAway = true
    expect(await ask()).toEqual([503, 'IdentityUnavailable'])
    other.says.isAway = false
    expect((await answer(testServer.app, listOrders, { token: await other.token() })).items).toEqual([])
  } finally {
    await testServer.close()
    await other.close()
  }
})

test('refuses all tokens where sign-in is not configured', async () => {
  const testServer = await openShop()
  try {
    expect(await refusal(testServer.app, listOrders, { token: await keycloak.token() })).toEqual([
      401,
      'TokenInvalid',
    ])
    expect(await refusal(testServer.app, listOrders)).toEqual([401, 'Unauthenticated'])
  } finally {
    await testServer.close()
  }
})
