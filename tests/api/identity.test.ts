import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut, createCart, getCart, setCartCustomer } from '../../contract/cart.ts'
import { listOrders } from '../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { type Keycloak, openKeycloak } from '../support/providers/keycloak.ts'
import { fetchAnswer, fetchProblemCode, sendCall } from '../support/server/api-calls.ts'
import {
  createEventOnSale,
  createReadyCart,
  openShop,
  placeOrder,
  placePaidOrder,
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

const fetchOrders = (token?: string, query: Record<string, string> = {}) =>
  fetchAnswer(shop.app, listOrders, { ...(token !== undefined && { token }), query })
const fetchRefusal = (token?: string) =>
  fetchProblemCode(shop.app, listOrders, token === undefined ? {} : { token })

/** Creates a guest's order with an e-mail. */
async function createGuestOrder(email: string) {
  const cartId = await createReadyCart(shop, await createEventOnSale(shop))
  await setEmail(shop, cartId, email)
  return placeOrder(shop, cartId)
}

test('a Keycloak token gives access to the orders of its verified e-mail, ignoring case', async () => {
  const order = await createGuestOrder('anna.S@Mail.example')
  await createGuestOrder('another.buyer@mail.example')
  const list = await fetchOrders(await keycloak.createToken())
  expect(list).toMatchObject({
    count: 1,
    total: 1,
    items: [{ orderId: order.orderId, state: 'AwaitingPayment' }],
  })
})

test('returns orders by page, newest first', async () => {
  const email = 'many@mail.example'
  const orderIds: string[] = []
  for (let index = 0; index < 3; index++) {
    orderIds.unshift((await createGuestOrder(email)).orderId)
    shop.moveClock(1_000)
  }
  const token = await keycloak.createToken({ email, sub: 'many' })
  const listIds = async (query: Record<string, string>) =>
    (await fetchOrders(token, query)).items.map(({ orderId }) => orderId)
  expect(await listIds({ sortBy: 'createdOn:desc', count: '2' })).toEqual(orderIds.slice(0, 2))
  expect(await listIds({ count: '2', offset: '2' })).toEqual(orderIds.slice(2))
  expect((await fetchOrders(token, { count: '1' })).total).toBe(3)
})

test.each([
  ['is not verified', { email_verified: false }],
  ['is not said to be verified', { email_verified: undefined }],
  ['is missing', { email: undefined }],
])('a user whose e-mail %s sees no orders placed under it', async (_, claims) => {
  const email = 'unproved@mail.example'
  await createGuestOrder(email)
  const token = await keycloak.createToken({ email, sub: 'unproved', ...claims })
  expect(await fetchOrders(token)).toMatchObject({ items: [], total: 0 })
})

test('returns no orders without a token or with a search token', async () => {
  expect(await fetchRefusal()).toEqual([401, 'Unauthenticated'])
  expect(await fetchRefusal('no.token.this')).toEqual([401, 'TokenInvalid'])
})

test('distinguishes an expired token from an invalid one', async () => {
  expect(await fetchRefusal(await keycloak.createToken({}, { lifeInSeconds: -31 }))).toEqual([
    401,
    'TokenExpired',
  ])
  // tolerates clock skew
  expect((await fetchOrders(await keycloak.createToken({}, { lifeInSeconds: -10 }))).count).toBeTypeOf(
    'number',
  )
})

test.each([
  ['another issuer', { iss: 'https://elsewhere.example/realms/races' }],
  ['no issuer', { iss: undefined }],
  ['another client of the realm', { azp: 'results-site' }],
  ['another audience and no client', { azp: undefined, aud: 'account' }],
  ['no subject', { sub: undefined }],
  ['the use of a refresh token', { typ: 'Refresh' }],
])('refuses a token with %s', async (_, claims) => {
  expect(await fetchRefusal(await keycloak.createToken(claims))).toEqual([401, 'TokenInvalid'])
})

test('refuses an ID token, which is for the page', async () => {
  expect(await fetchRefusal(await keycloak.createToken({}, { kind: 'id' }))).toEqual([401, 'TokenInvalid'])
})

test('requires a signature of the realm', async () => {
  const [header, payload] = (await keycloak.createToken()).split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(await fetchRefusal(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toEqual([
    401,
    'TokenInvalid',
  ])

  // signs HS256 with the public key as the secret
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>
  const { kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as { kid: string }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`
  const publicKeySignature = createHmac('sha256', 'public').update(unsigned).digest('base64url')
  expect(await fetchRefusal(`${unsigned}.${publicKeySignature}`)).toEqual([401, 'TokenInvalid'])

  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const selfSignedToken = new SignJWT(claims).setProtectedHeader({
    alg: 'RS256',
    kid,
    jwk: await exportJWK(publicKey),
  })
  expect(await fetchRefusal(await selfSignedToken.sign(privateKey))).toEqual([401, 'TokenInvalid'])
})

test('fetches a new key when a token names it, and drops the old one', async () => {
  const oldToken = await keycloak.createToken()
  await fetchOrders(oldToken)
  const keyRequests = keycloak.requestCounts.keys
  await fetchOrders(oldToken)
  expect(keycloak.requestCounts.keys).toBe(keyRequests)
  await keycloak.rotateKey()
  await fetchOrders(await keycloak.createToken())
  expect(keycloak.requestCounts.keys).toBe(keyRequests + 1)
  expect(await fetchRefusal(oldToken)).toEqual([401, 'TokenInvalid'])
})

test('a cart belongs to the account that opens it, on every device, and to no other caller', async () => {
  const anna = await keycloak.createToken()
  const boris = await keycloak.createToken({ sub: 'boris', email: 'boris@mail.example' })
  const shoppingCartId = await createReadyCart(shop, await createEventOnSale(shop))
  const params = { shoppingCartId }
  const fetchCart = (token?: string) =>
    sendCall(shop.app, getCart, { params, ...(token !== undefined && { token }) })
  expect((await fetchCart()).statusCode).toBe(200)
  expect((await fetchCart(anna)).statusCode).toBe(200)

  expect(await fetchProblemCode(shop.app, getCart, { params })).toEqual([401, 'CartOwned'])
  expect(await fetchProblemCode(shop.app, getCart, { params, token: boris })).toEqual([404, 'CartNotFound'])
  const body = { email: 'boris@mail.example' }
  expect(await fetchProblemCode(shop.app, setCartCustomer, { params, body, token: boris })).toEqual([
    404,
    'CartNotFound',
  ])
  expect(await fetchProblemCode(shop.app, createCart, { body: params })).toEqual([401, 'CartOwned'])

  // in a header beside a search token, in the query of the specification, and on a device that has no cart yet
  const response = await sendCall(shop.app, getCart, { params, headers: { 'identity-token': anna } })
  expect(response.statusCode).toBe(200)
  expect((await sendCall(shop.app, getCart, { params, query: { token: anna } })).statusCode).toBe(200)
  expect(await fetchAnswer(shop.app, createCart, { body: {}, token: anna })).toEqual(params)
})

test('an order placed while signed in is in the account, also under another e-mail', async () => {
  const token = await keycloak.createToken({
    sub: 'carla',
    email: 'carla@mail.example',
    email_verified: false,
  })
  const shoppingCartId = await createReadyCart(shop, await createEventOnSale(shop))
  await fetchAnswer(shop.app, getCart, { params: { shoppingCartId }, token })
  const body = { email: 'gift@mail.example' }
  await fetchAnswer(shop.app, setCartCustomer, { params: { shoppingCartId }, body, token })
  const { orderId } = await fetchAnswer(shop.app, checkOut, { params: { shoppingCartId }, token })
  expect((await fetchOrders(token)).items.map((order) => order.orderId)).toEqual([orderId])
})

test('returns a receipt with a valid token or without one, not with an invalid one', async () => {
  const { invoiceId } = await placePaidOrder(shop, await createReadyCart(shop, await createEventOnSale(shop)))
  const query = { invoiceId }
  expect(
    (await fetchAnswer(shop.app, listReceipts, { query, token: await keycloak.createToken() })).count,
  ).toBe(1)
  expect((await sendCall(shop.app, downloadReceipt, { query })).statusCode).toBe(200)
  const expiredToken = await keycloak.createToken({}, { lifeInSeconds: -600 })
  expect(await fetchProblemCode(shop.app, downloadReceipt, { query, token: expiredToken })).toEqual([
    401,
    'TokenExpired',
  ])
})

test('answers 503 for a server with another issuer, and for one that is down', async () => {
  const other = await openKeycloak(() => shop.services.clock())
  const openId = { uri: other.uri, realm: other.realm, clientId: 'storefront', flow: 'implicit' } as const
  other.settings.issuer = 'https://elsewhere.example/auth/realms/races'
  const testServer = await openShop({ signOn: { openId } })
  const requestOrders = async () =>
    fetchProblemCode(testServer.app, listOrders, { token: await other.createToken() })
  try {
    expect(await requestOrders()).toEqual([503, 'IdentityUnavailable'])
    other.settings.issuer = `${other.uri}/realms/${other.realm}`
    other.settings.isUnavailable = true
    expect(await requestOrders()).toEqual([503, 'IdentityUnavailable'])
    other.settings.isUnavailable = false
    expect(
      (await fetchAnswer(testServer.app, listOrders, { token: await other.createToken() })).items,
    ).toEqual([])
  } finally {
    await testServer.close()
    await other.close()
  }
})

test('refuses all tokens where sign-in is not configured', async () => {
  const testServer = await openShop()
  try {
    expect(
      await fetchProblemCode(testServer.app, listOrders, { token: await keycloak.createToken() }),
    ).toEqual([401, 'TokenInvalid'])
    expect(await fetchProblemCode(testServer.app, listOrders)).toEqual([401, 'Unauthenticated'])
  } finally {
    await testServer.close()
  }
})
