import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identityHeader, tenantHeader } from '../../contract/call.ts'
import { addCartItem, createCart, getCart } from '../../contract/cart.ts'
import { listEvents } from '../../contract/events.ts'
import { listOrders } from '../../contract/orders.ts'
import { configureApi, request } from './api.ts'

const shoppingCartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'
const params = { shoppingCartId }

/** What the service was told of who calls: the bearer and the header beside it, call by call. */
let told: (string | null)[][]
let accepted: string | undefined
let renewals: (string | undefined)[]
let goodStatus: number

beforeEach(() => {
  told = []
  renewals = []
  accepted = undefined
  goodStatus = 200
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    told.push([headers.get('authorization'), headers.get(identityHeader)])
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
  configureApi({ identity: { now: async () => undefined, renewed: async () => undefined } })
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

test('a call that may be somebody’s carries her token; one that is nobody’s does not', async () => {
  signedInWith('mine')
  await request(listOrders, { query: {} })
  await request(listEvents, { query: {} })
  expect(told).toEqual([
    ['Bearer mine', null],
    [null, null],
  ])
})

test('beside a search token hers has a header of its own', async () => {
  signedInWith('mine')
  const body = { productId: 'p' }
  // the answer is of no interest here
  await request(addCartItem, { params, body, token: 'search' }).catch(() => {})
  expect(told).toEqual([['Bearer search', 'mine']])
})

test('a refused token is renewed once, and the call is made again', async () => {
  goodStatus = createCart.status
  accepted = 'fresh'
  signedInWith('old', 'fresh')
  await request(createCart, { body: { shoppingCartId } })
  expect(told.map(([bearer]) => bearer)).toEqual(['Bearer old', 'Bearer fresh'])
  expect(renewals).toEqual(['old'])
})

test('where none can be had the refusal stands, and one that is refused again is not renewed again', async () => {
  accepted = 'another'
  signedInWith('old')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(told).toHaveLength(1)
  signedInWith('old', 'as bad')
  await expect(request(getCart, { params })).rejects.toMatchObject({ code: 'TokenExpired' })
  expect(told).toHaveLength(3)
  expect(renewals).toEqual(['old', 'old'])
})
