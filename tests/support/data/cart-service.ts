import { vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Cart, CartItem } from '../../../contract/cart.ts'

interface RecordedRequest {
  method: string
  path: string
  body: unknown
  key: string | null
  bearer: string | null
}

/** A fake cart service for pages, with one cart whose content the test sets. */
export interface CartService {
  /** Received calls in order. */
  requests: RecordedRequest[]
  cartItems: CartItem[]
  cartOverrides: Partial<Cart>
  /** Whether added single photos appear in the cart. */
  storesAddedPhotos: boolean
  /** Responses to return instead of the regular ones, each once. */
  queuedResponses: { pattern: RegExp; respond: () => Response | Promise<Response> }[]
  /** Returns the POSTs to paths with this ending. */
  findPosts(end: string): RecordedRequest[]
}

export const createMoney = (amount: number) => ({ amount, currencyId: 643 as const })
const tenantHeaders = { [tenantHeader]: 'photofinish' }
const jsonHeaders = { 'content-type': 'application/json', ...tenantHeaders }

/** Returns a function that creates an error response with a code of the contract. */
export const respondWithError = (code: string, status: number) => () =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
  })

/** Adds a photo to the cart once `released` resolves. */
export const respondAfterAdding =
  (service: CartService, photoId: string, released: Promise<void>) => async () => {
    await released
    service.cartItems = [...service.cartItems, buildCartItem(photoId)]
    return new Response(null, { status: 204, headers: tenantHeaders })
  }

/** Returns the 502 page of a proxy. */
export const respondWithBadGateway = () =>
  new Response('<h1>gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** Returns a cart item of a photo. */
export function buildCartItem(photoId: string): CartItem {
  return {
    shoppingCartItemId: `i-${photoId}`,
    product: { productId: 'single', title: 'Photo', productType: 'photo' },
    photoId,
    price: createMoney(39_000),
    originalPrice: createMoney(39_000),
    catalog: { catalogId: 'c', title: 'Race' },
    eventId: 'e',
  }
}

/** Stubs `fetch` until the test restores its globals. */
export function stubCartService(): CartService {
  const service: CartService = {
    requests: [],
    cartItems: [],
    cartOverrides: {},
    storesAddedPhotos: false,
    queuedResponses: [],
    findPosts: (end) =>
      service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end)),
  }
  vi.stubGlobal('fetch', async (url: string, init: { method: string; headers: Headers; body?: string }) => {
    const path = new URL(url, 'http://shop').pathname.replace('/public/cart/api/v1', '')
    const body: unknown = init.body ? JSON.parse(init.body) : undefined
    const { method, headers } = init
    const bearer = headers.get('authorization')
    service.requests.push({ method, path, body, key: headers.get('idempotency-key'), bearer })
    const index = service.queuedResponses.findIndex((queued) => queued.pattern.test(`${method} ${path}`))
    const [queued] = index >= 0 ? service.queuedResponses.splice(index, 1) : []
    return queued ? queued.respond() : buildResponse(service, { method, path, body })
  })
  return service
}

function buildResponse(
  service: CartService,
  { method, path, body }: Pick<RecordedRequest, 'method' | 'path' | 'body'>,
): Response {
  const { cartItems, cartOverrides } = service
  if (method === 'GET') {
    const id = path.split('/').at(-1) ?? ''
    const total = createMoney(cartItems.length * 39_000)
    const cart: Cart = {
      cartId: id,
      shoppingCartId: id,
      state: 'Updated',
      currencyId: 643,
      amount: total,
      totalAmount: total,
      customer: null,
      orderId: null,
      items: cartItems,
      promotionalCodes: [],
      attributes: [{ key: 'Language', value: 'ru' }],
      ...cartOverrides,
    }
    return new Response(JSON.stringify(cart), { headers: jsonHeaders })
  }
  if (path.endsWith('/shoppingCarts'))
    return new Response(JSON.stringify(body), { status: 201, headers: jsonHeaders })
  if (service.storesAddedPhotos && method === 'POST' && path.endsWith('/items'))
    service.cartItems = [...cartItems, buildCartItem((body as { photoId: string }).photoId)]
  return new Response(null, { status: 204, headers: tenantHeaders })
}
