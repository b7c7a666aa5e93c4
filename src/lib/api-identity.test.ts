import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceHeader, identityHeader, tenantHeader } from '../../contract/call.ts'
import { addCartItem, createCart, getCart } from '../../contract/cart.ts'
import { listEvents } from '../../contract/events.ts'
import { listPayments } from '../../contract/invoices.ts'
import { listOrders } from '../../contract/orders.ts'
import { configureApi, request } from './api.ts'

const shoppingCartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'
const params = { shoppingCartId }

/** The bearer token and the identity header of each received call, in order. */
let receivedTokens: (string | null)[][]
let deviceKeys: (string | null)[]
let acceptedToken: string | undefined
let renewals: (string | undefined)[]
let successStatus: number

beforeEach(() => {
  receivedTokens = []
  deviceKeys = []
  renewals = []
  acceptedToken = undefined
  successStatus = 200
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    receivedTokens.push([headers.get('authorization'), headers.get(identityHeader)])
    deviceKeys.push(headers.get(deviceHeader))
    const userToken = headers.get(identityHeader) ?? headers.get('authorization')?.replace('Bearer ', '')
    const isAccepted = acceptedToken === undefined || userToken === acceptedToken
    const problem = { type: '', title: '', status: 401, code: 'TokenExpired' }
    return new Response(JSON.stringify(isAccepted ? { items: [], count: 0, total: 0, ...params } : problem), {
      status: isAccepted ? successStatus : 401,
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
})

afterEach(() => {
  configureApi({
    identity: { getToken: async () => undefined, renewToken: async () => undefined },
    deviceKey: () => undefined,
  })
  vi.unstubAllGlobals()
})

const signInWith = (currentToken: string | undefined, renewedToken?: string) =>
  configureApi({
    identity: {
      getToken: async () => currentToken,
      renewToken: async (refusedToken) => {
        renewals.push(refusedToken)
        return renewedToken
      },
    },
  })

test('sends the user’s token with calls that may be personal, and with no others', async () => {
  signInWith('mine')
  await request(listOrders, { query: {} })
  await request(listEvents, { query: {} })
  expect(receivedTokens).toEqual([
    ['Bearer mine', null],
    [null, null],
  ])
})

test('sends the device key with calls of its cart and its orders, and with no others', async () => {
  const deviceKey = vi.fn(async () => 'a-secret-of-this-device')
  configureApi({ deviceKey })
  successStatus = 201
  await request(createCart, { body: {} })
  successStatus = 200
  await request(listPayments, { params: { invoiceId: 'i' } })
  await request(listEvents, { query: {} })
  expect(deviceKeys).toEqual(['a-secret-of-this-device', 'a-secret-of-this-device', null])
  expect(deviceKey).toHaveBeenCalledTimes(2)
})

test('sends the user’s token in a separate header next to a search token', async () => {
  signInWith('mine')
  const body = { productId: 'p' }
  // the answer does not matter here
  await request(addCartItem, { params, body, token: 'search' }).catch(() => {})
  expect(receivedTokens).toEqual([['Bearer search', 'mine']])
})

test('renews a refused token once, and repeats the call', async () => {
  successStatus = createCart.status
  acceptedToken = 'fresh'
  signInWith('old', 'fresh')
  await request(createCart, { body: { shoppingCartId } })
  expect(receivedTokens.map(([bearer]) => bearer)).toEqual(['Bearer old', 'Bearer fresh'])
  expect(renewals).toEqual(['old'])
})

test('keeps the refusal when no new token comes, and renews a refused one only once', async () => {
  acceptedToken = 'another'
  signInWith('old')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(receivedTokens).toHaveLength(1)
  signInWith('old', 'as bad')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(receivedTokens).toHaveLength(3)
  expect(renewals).toEqual(['old', 'old'])
})
