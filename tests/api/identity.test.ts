import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut, createCart, getCart, setCartCustomer } from '../../contract/cart.ts'
import { listOrders } from '../../contract/orders.ts'
import { downloadReceipt, listReceipts } from '../../contract/receipts.ts'
import { answer, refusal, send } from '../world/ask.ts'
import { type Keycloak, openKeycloak } from '../world/keycloak.ts'
import {
  aFullCart,
  anOrderOf,
  aPaidOrder,
  aSellingEvent,
  openShop,
  type Shop,
  setEmail,
} from '../world/shop.ts'
import { openShopWithAccounts, type ShopWithAccounts } from '../world/shop-with-accounts.ts'

let world: ShopWithAccounts
let keycloak: Keycloak
let shop: Shop

beforeAll(async () => {
  world = await openShopWithAccounts()
  ;({ shop, keycloak } = world)
})
afterAll(() => world.close())

const orders = (token?: string, query: Record<string, string> = {}) =>
  answer(shop.app, listOrders, { ...(token !== undefined && { token }), query })
const refused = (token?: string) => refusal(shop.app, listOrders, token === undefined ? {} : { token })

/** A guest's order under an address. */
async function aGuestOrder(email: string) {
  const cartId = await aFullCart(shop, await aSellingEvent(shop))
  await setEmail(shop, cartId, email)
  return anOrderOf(shop, cartId)
}

test('a token in the shape of Keycloak’s opens the orders of its verified e-mail, whatever the case', async () => {
  const order = await aGuestOrder('anna.S@Mail.example')
  await aGuestOrder('somebody.else@mail.example')
  const list = await orders(await keycloak.token())
  expect(list).toMatchObject({
    count: 1,
    total: 1,
    items: [{ orderId: order.orderId, state: 'AwaitingPayment' }],
  })
})

test('orders come by the page, the newest first', async () => {
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
])('whose e-mail %s sees nothing of what was ordered under it', async (_, claims) => {
  const email = 'unproved@mail.example'
  await aGuestOrder(email)
  const token = await keycloak.token({ email, sub: 'unproved', ...claims })
  expect(await orders(token)).toMatchObject({ items: [], total: 0 })
})

test('without a token, or with a search token, nobody’s orders are told', async () => {
  expect(await refused()).toEqual([401, 'Unauthenticated'])
  expect(await refused('no.token.this')).toEqual([401, 'TokenInvalid'])
})

test('a token that is over is told apart from one that never was good', async () => {
  expect(await refused(await keycloak.token({}, { lifeInSeconds: -31 }))).toEqual([401, 'TokenExpired'])
  // clocks differ
  expect((await orders(await keycloak.token({}, { lifeInSeconds: -10 }))).count).toBeTypeOf('number')
})

test.each([
  ['another issuer', { iss: 'https://elsewhere.example/realms/races' }],
  ['no issuer', { iss: undefined }],
  ['another client of the realm', { azp: 'results-site' }],
  ['another audience and no client', { azp: undefined, aud: 'account' }],
  ['no subject', { sub: undefined }],
  ['the use of a refresh token', { typ: 'Refresh' }],
])('a token with %s is none', async (_, claims) => {
  expect(await refused(await keycloak.token(claims))).toEqual([401, 'TokenInvalid'])
})

test('an ID token is for the page, not for calls', async () => {
  expect(await refused(await keycloak.token({}, { kind: 'id' }))).toEqual([401, 'TokenInvalid'])
})

test('a signature is needed, and it must be the realm’s', async () => {
  const [header, payload] = (await keycloak.token()).split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(await refused(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toEqual([401, 'TokenInvalid'])

  // HS256 under the public key, which anybody has
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>
  const { kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as { kid: string }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`
  const shared = createHmac('sha256', 'public').update(unsigned).digest('base64url')
  expect(await refused(`${unsigned}.${shared}`)).toEqual([401, 'TokenInvalid'])

  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const own = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, jwk: await exportJWK(publicKey) })
  expect(await refused(await own.sign(privateKey))).toEqual([401, 'TokenInvalid'])
})

test('a new key is asked for when a token names it, and the old one ends', async () => {
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

test('a cart belongs to whoever comes signed in, on every device, and to nobody else who has its id', async () => {
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

  // beside a search token, in the query of the specification, and on a device that has no cart yet
  const beside = await send(shop.app, getCart, { params, headers: { 'identity-token': anna } })
  expect(beside.statusCode).toBe(200)
  expect((await send(shop.app, getCart, { params, query: { token: anna } })).statusCode).toBe(200)
  expect(await answer(shop.app, createCart, { body: {}, token: anna })).toEqual(params)
})

test('what is ordered while signed in is in the account, also under another e-mail', async () => {
  const token = await keycloak.token({ sub: 'carla', email: 'carla@mail.example', email_verified: false })
  const shoppingCartId = await aFullCart(shop, await aSellingEvent(shop))
  await answer(shop.app, getCart, { params: { shoppingCartId }, token })
  const body = { email: 'gift@mail.example' }
  await answer(shop.app, setCartCustomer, { params: { shoppingCartId }, body, token })
  const { orderId } = await answer(shop.app, checkOut, { params: { shoppingCartId }, token })
  expect((await orders(token)).items.map((order) => order.orderId)).toEqual([orderId])
})

test('a receipt is given with a good token and without, not with a bad one', async () => {
  const { invoiceId } = await aPaidOrder(shop, await aFullCart(shop, await aSellingEvent(shop)))
  const query = { invoiceId }
  expect((await answer(shop.app, listReceipts, { query, token: await keycloak.token() })).count).toBe(1)
  expect((await send(shop.app, downloadReceipt, { query })).statusCode).toBe(200)
  const old = await keycloak.token({}, { lifeInSeconds: -600 })
  expect(await refusal(shop.app, downloadReceipt, { query, token: old })).toEqual([401, 'TokenExpired'])
})

test('a server that says to be another is not believed, and one that is away is said to be', async () => {
  const other = await openKeycloak(() => shop.ground.clock())
  const openId = { uri: other.uri, realm: other.realm, clientId: 'storefront', flow: 'implicit' } as const
  other.says.issuer = 'https://elsewhere.example/auth/realms/races'
  const world = await openShop({ signOn: { openId } })
  const ask = async () => refusal(world.app, listOrders, { token: await other.token() })
  try {
    expect(await ask()).toEqual([503, 'IdentityUnavailable'])
    other.says.issuer = `${other.uri}/realms/${other.realm}`
    other.says.isAway = true
    expect(await ask()).toEqual([503, 'IdentityUnavailable'])
    other.says.isAway = false
    expect((await answer(world.app, listOrders, { token: await other.token() })).items).toEqual([])
  } finally {
    await world.close()
    await other.close()
  }
})

test('where nobody can sign in, a token opens nothing', async () => {
  const world = await openShop()
  try {
    expect(await refusal(world.app, listOrders, { token: await keycloak.token() })).toEqual([
      401,
      'TokenInvalid',
    ])
    expect(await refusal(world.app, listOrders)).toEqual([401, 'Unauthenticated'])
  } finally {
    await world.close()
  }
})
