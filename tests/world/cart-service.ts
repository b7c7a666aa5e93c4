import { vi } from 'vitest'
import { tenantHeader } from '../../contract/call.ts'
import type { Cart, CartItem } from '../../contract/cart.ts'

interface Sent {
  method: string
  path: string
  body: unknown
  key: string | null
  bearer: string | null
}

/** The service of carts as a page meets it: one cart that holds what a test has put there. */
export interface CartService {
  /** Calls in their order. */
  sent: Sent[]
  inCart: CartItem[]
  stateOfCart: Partial<Cart>
  /** Answers that come before the usual ones, in their order. */
  upsets: { to: RegExp; give: () => Response | Promise<Response> }[]
  /** The POSTs to paths that end so. */
  posts(end: string): Sent[]
}

export const money = (amount: number) => ({ amount, currencyId: 643 as const })
const ours = { [tenantHeader]: 'photofinish' }
const json = { 'content-type': 'application/json', ...ours }

/** An answer with a code of the contract. */
export const refusal = (code: string, status: number) => () =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...ours },
  })

/** Puts a photo into the cart, after a while. */
export const lateArrival = (service: CartService, photoId: string, inMs: number) => async () => {
  await new Promise((resolve) => setTimeout(resolve, inMs))
  service.inCart = [...service.inCart, itemOf(photoId)]
  return new Response(null, { status: 204, headers: ours })
}

/** What stands between answers instead: a proxy's page. */
export const lostAnswer = () =>
  new Response('<h1>gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** A photo in the cart. */
export function itemOf(photoId: string): CartItem {
  return {
    shoppingCartItemId: `i-${photoId}`,
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId,
    price: money(39_000),
    originalPrice: money(39_000),
    catalog: { catalogId: 'c', title: 'Race' },
    eventId: 'e',
  }
}

/** Answers the calls of `fetch`, until the test lets go of its globals. */
export function openCartService(): CartService {
  const service: CartService = {
    sent: [],
    inCart: [],
    stateOfCart: {},
    upsets: [],
    posts: (end) => service.sent.filter(({ method, path }) => method === 'POST' && path.endsWith(end)),
  }
  vi.stubGlobal('fetch', async (url: string, init: { method: string; headers: Headers; body?: string }) => {
    const path = new URL(url, 'http://shop').pathname.replace('/public/cart/api/v1', '')
    const body: unknown = init.body ? JSON.parse(init.body) : undefined
    const { method, headers } = init
    const bearer = headers.get('authorization')
    service.sent.push({ method, path, body, key: headers.get('idempotency-key'), bearer })
    const at = service.upsets.findIndex((upset) => upset.to.test(`${method} ${path}`))
    const [upset] = at >= 0 ? service.upsets.splice(at, 1) : []
    return upset ? upset.give() : answerTo(service, { method, path, body })
  })
  return service
}

function answerTo(
  { inCart, stateOfCart }: CartService,
  { method, path, body }: Pick<Sent, 'method' | 'path' | 'body'>,
): Response {
  if (method === 'GET') {
    const id = path.split('/').at(-1) ?? ''
    const total = money(inCart.length * 39_000)
    const cart: Cart = {
      cartId: id,
      shoppingCartId: id,
      state: 'Updated',
      currencyId: 643,
      amount: total,
      totalAmount: total,
      customer: null,
      orderId: null,
      items: inCart,
      promotionalCodes: [],
      attributes: [{ key: 'Language', value: 'ru' }],
      ...stateOfCart,
    }
    return new Response(JSON.stringify(cart), { headers: json })
  }
  if (path.endsWith('/shoppingCarts'))
    return new Response(JSON.stringify(body), { status: 201, headers: json })
  return new Response(null, { status: 204, headers: ours })
}
