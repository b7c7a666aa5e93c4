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
let told: (string | null)[][]
let keys: (string | null)[]
let accepted: string | undefined
let renewals: (string | undefined)[]
let goodStatus: number

beforeEach(() => {
  told = []
  keys = []
  renewals = []
  accepted = undefined
  goodStatus = 200
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    told.push([headers.get('authorization'), headers.get(identityHeader)])
    keys.push(headers.get(deviceHeader))
    const mine = headers.get(identityHeader) ?? headers.get('authorization')?.replace('Bearer ', '')
    const isGood = accepted === undefined || mine === accepted
    const problem = { type: '', title: '', status: 401, code: 'TokenExpired' }
    return new Response(JSON.stringify(isGood ? { items: [], count: 0, total: 0, ...params } : problem), {
      status: isGood ? goodStatus : 401,
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
})

afterEach(() => {
  configureApi({
    identity: { now: async () => undefined, renewed: async () => undefined },
    deviceKey: () => undefined,
  })
  vi.unstubAllGlobals()
})

const signedInWith = (now: string | undefined, next?: string) =>
  configureApi({
    identity: {
      now: async () => now,
      renewed: async (refused) => {
        renewals.push(refused)
        return next
      },
    },
  })

test('sends the user’s token with calls that may be personal, and with no others', async () => {
  signedInWith('mine')
  await request(listOrders, { query: {} })
  await request(listEvents, { query: {} })
  expect(told).toEqual([
    ['Bearer mine', null],
    [null, null],
  ])
})

test('sends the device key with calls of its cart and its orders, and with no others', async () => {
  const deviceKey = vi.fn(async () => 'a-secret-of-this-device')
  configureApi({ deviceKey })
  goodStatus = 201
  await request(createCart, { body: {} })
  goodStatus = 200
  await request(listPayments, { params: { invoiceId: 'i' } })
  await request(listEvents, { query: {} })
  expect(keys).toEqual(['a-secret-of-this-device', 'a-secret-of-this-device', null])
  expect(deviceKey).toHaveBeenCalledTimes(2)
})

test('sends the user’s token in a separate header next to a search token', async () => {
  signedInWith('mine')
  const body = { productId: 'p' }
  // the answer does not matter here
  await request(addCartItem, { params, body, token: 'search' }).catch(() => {})
  expect(told).toEqual([['Bearer search', 'mine']])
})

test('renews a refused token once, and repeats the call', async () => {
  goodStatus = createCart.status
  accepted = 'fresh'
  signedInWith('old', 'fresh')
  await request(createCart, { body: { shoppingCartId } })
  expect(told.map(([bearer]) => bearer)).toEqual(['Bearer old', 'Bearer fresh'])
  expect(renewals).toEqual(['old'])
})

test('keeps the refusal when no new token comes, and renews a refused one only once', async () => {
  accepted = 'another'
  signedInWith('old')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(told).toHaveLength(1)
  signedInWith('old', 'as bad')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(told).toHaveLength(3)
  expect(renewals).toEqual(['old', 'old'])
})
