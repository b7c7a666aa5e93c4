import { vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Cart, CartItem } from '../../../contract/cart.ts'

interface Sent {
  method: string
  path: string
  body: unknown
  key: string | null
  bearer: string | null
}

/** A fake cart service for pages, with one cart whose content the test sets. */
export interface CartService {
  /** Received calls in order. */
  sent: Sent[]
  inCart: CartItem[]
  stateOfCart: Partial<Cart>
  /** Whether added single photos appear in the cart. */
  keepsPhotos: boolean
  /** Responses to return instead of the regular ones, each once. */
  upsets: { to: RegExp; give: () => Response | Promise<Response> }[]
  /** Returns the POSTs to paths with this ending. */
  posts(end: string): Sent[]
}

export const money = (amount: number) => ({ amount, currencyId: 643 as const })
const ours = { [tenantHeader]: 'photofinish' }
const json = { 'content-type': 'application/json', ...ours }

/** Returns a function that creates an error response with a code of the contract. */
export const refusal = (code: string, status: number) => () =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...ours },
  })

/** Adds a photo to the cart once `released` resolves. */
export const lateArrival = (service: CartService, photoId: string, arrived: Promise<void>) => async () => {
  await arrived
  service.inCart = [...service.inCart, buildCartItem(photoId)]
  return new Response(null, { status: 204, headers: ours })
}

/** Returns the 502 page of a proxy. */
export const lostAnswer = () =>
  new Response('<h1>gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** Returns a cart item of a photo. */
export function buildCartItem(photoId: string): CartItem {
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

/** Stubs `fetch` until the test restores its globals. */
export function openCartService(): CartService {
  const service: CartService = {
    sent: [],
    inCart: [],
    stateOfCart: {},
    keepsPhotos: false,
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
  service: CartService,
  { method, path, body }: Pick<Sent, 'method' | 'path' | 'body'>,
): Response {
  const { inCart, stateOfCart } = service
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
  if (service.keepsPhotos && method === 'POST' && path.endsWith('/items'))
    service.inCart = [...inCart, buildCartItem((body as { photoId: string }).photoId)]
  return new Response(null, { status: 204, headers: ours })
}
