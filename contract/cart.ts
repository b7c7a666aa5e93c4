import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { ProductType } from './catalog.ts'
import { CurrencyId, Email, Id, Image, Language, Money } from './common.ts'

/** A device may name its cart itself, so that one can be started without a network: a random UUID. */
export const CartId = z.uuid()

export const CartAttribute = z.strictObject({
  key: z.enum(['Language', 'Theme']),
  value: z.string().check(z.maxLength(64)),
})

export const CartItem = z.object({
  shoppingCartItemId: Id,
  product: z.object({ productId: Id, title: z.string(), productType: ProductType }),
  photoId: z.optional(Id),
  videoId: z.optional(Id),
  frameId: z.optional(Id),
  /** How many photos a package holds at this moment. */
  photosCount: z.optional(z.int()),
  /** Whose package it is, as the buyer searched: a bib, a surname, “selfie”. */
  subject: z.optional(z.string()),
  recipients: z.optional(z.array(z.string())),
  price: Money,
  originalPrice: Money,
  catalog: z.object({ catalogId: Id, title: z.string() }),
  eventId: Id,
  thumb: z.optional(Image),
  /** What of a package is shown before it is bought: its first photos, four at most. */
  thumbs: z.optional(z.array(Image)),
})
export type CartItem = z.infer<typeof CartItem>

export const Cart = z.object({
  cartId: Id,
  shoppingCartId: Id,
  state: z.enum(['Updated', 'Processed', 'Deleted']),
  currencyId: CurrencyId,
  /** Sum before discounts. */
  amount: Money,
  totalAmount: Money,
  /** The e-mail comes back masked: the cart's id sits in a cookie that scripts can read. */
  customer: z.nullable(z.object({ email: z.string() })),
  orderId: z.nullable(Id),
  /** Of the event that it is bought from, which may take some ways to pay only; absent while there is nothing in it. */
  albumId: z.optional(Id),
  items: z.array(CartItem),
  promotionalCodes: z.array(z.object({ codeId: Id, code: z.string(), discount: Money })),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })),
  /** How many photos are missing to the next lower price. */
  nextTier: z.optional(z.object({ missing: z.int(), price: Money })),
})
export type Cart = z.infer<typeof Cart>

/** Gift codes of one event in one cart, and so in one order. */
export const giftsAtMost = 100

const OfCart = z.object({ shoppingCartId: CartId })

export const NewCartItem = z.strictObject({
  productId: Id,
  photoId: z.optional(Id),
  videoId: z.optional(Id),
  frameId: z.optional(Id),
  /** Of a gift code, which is one item each: the e-mail address that it goes to besides the buyer's. */
  recipients: z.optional(z.array(Email).check(z.minLength(1), z.maxLength(1))),
})
export type NewCartItem = z.infer<typeof NewCartItem>

const addingErrors = [
  'Unauthenticated',
  'ProductNotFound',
  'PhotoNotFound',
  'PhotoRequired',
  'PersonRequired',
  // a photo in a frame that cannot be painted
  'ImageDamaged',
  'ProductAlreadyInCart',
  'PhotoInsidePackage',
  'PhotoInsideFramedPackage',
  'CartNotFound',
  'CartDeleted',
  'CartProcessed',
  'CartTooLarge',
  'CurrencyMismatch',
  'TokenExpired',
  'TokenInvalid',
  'TokenScope',
] as const

/** Of a cart that belongs to somebody who is signed in. */
const ownerErrors = ['CartOwned', 'IdentityUnavailable'] as const

const common = { service: 'cart', auth: 'any' } as const

export const createCart = defineCall({
  ...common,
  name: 'createCart',
  summary: 'Starts a cart, or finds the one the device named before',
  method: 'POST',
  path: '/shoppingCarts',
  body: z.strictObject({ shoppingCartId: z.optional(CartId) }),
  status: 201,
  answer: z.object({ shoppingCartId: CartId }),
  idempotent: true,
  errors: [...ownerErrors, 'CartDeleted', 'CartNotFound'],
})

export const getCart = defineCall({
  ...common,
  name: 'getCart',
  summary: 'A cart with its prices of this moment',
  method: 'GET',
  path: '/shoppingCarts/:shoppingCartId',
  params: OfCart,
  query: z.object({ lang: z.optional(Language), token: z.optional(z.string().check(z.maxLength(4096))) }),
  status: 200,
  answer: Cart,
  errors: [...ownerErrors, 'CartNotFound'],
})

export const addCartItem = defineCall({
  ...common,
  name: 'addCartItem',
  summary: 'Puts one product into the cart',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/items',
  params: OfCart,
  body: NewCartItem,
  status: 204,
  idempotent: true,
  errors: [...ownerErrors, ...addingErrors],
})

export const addCartItems = defineCall({
  ...common,
  name: 'addCartItems',
  summary: 'Puts several products into the cart, all or none',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/items/v2',
  params: OfCart,
  body: z.strictObject({ items: z.array(NewCartItem).check(z.minLength(1), z.maxLength(500)) }),
  status: 204,
  idempotent: true,
  errors: [...ownerErrors, ...addingErrors],
})

export const removeCartItem = defineCall({
  ...common,
  name: 'removeCartItem',
  summary: 'Takes one item out',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/items/:itemId',
  params: z.object({ shoppingCartId: CartId, itemId: Id }),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed', 'NotFound'],
})

export const removeCartItems = defineCall({
  ...common,
  name: 'removeCartItems',
  summary: 'Takes several items out; without a list nothing is removed',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/items',
  params: OfCart,
  body: z.array(Id).check(z.minLength(1), z.maxLength(500)),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

export const addPromotionalCode = defineCall({
  ...common,
  name: 'addPromotionalCode',
  summary: 'Applies a promo code',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/promotionalCodes',
  params: OfCart,
  body: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  status: 204,
  idempotent: true,
  errors: [
    ...ownerErrors,
    'PromoConflict',
    'PromoExpired',
    'PromoInactive',
    'PromoExhausted',
    'PromoNotFound',
    'PromoNotApplicable',
    'CartNotFound',
    'CartDeleted',
    'CartProcessed',
  ],
})

export const removePromotionalCode = defineCall({
  ...common,
  name: 'removePromotionalCode',
  summary: 'Takes a promo code off',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/promotionalCodes/:codeId',
  params: z.object({ shoppingCartId: CartId, codeId: Id }),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed', 'NotFound'],
})

export const deleteCart = defineCall({
  ...common,
  name: 'deleteCart',
  summary: 'Deletes a cart',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId',
  params: OfCart,
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartProcessed'],
})

export const setCartAttributes = defineCall({
  ...common,
  name: 'setCartAttributes',
  summary: 'Remembers the language and theme the cart was filled in',
  method: 'PATCH',
  path: '/shoppingCarts/:shoppingCartId/attributes',
  params: OfCart,
  body: z.array(CartAttribute).check(z.minLength(1), z.maxLength(10)),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

export const setCartCustomer = defineCall({
  ...common,
  name: 'setCartCustomer',
  summary: 'Where the purchase is sent',
  method: 'PUT',
  path: '/shoppingCarts/:shoppingCartId/customer',
  params: OfCart,
  body: z.strictObject({ email: z.string().check(z.maxLength(320)) }),
  status: 204,
  errors: [...ownerErrors, 'EmailInvalid', 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

export const checkOut = defineCall({
  ...common,
  name: 'checkOut',
  summary: 'Turns the cart into an order; the same cart again gives the same order',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId',
  params: OfCart,
  body: z.optional(z.nullable(z.strictObject({ expectedTotal: z.optional(Money) }))),
  status: 200,
  answer: z.object({ orderId: Id, invoiceId: Id, preorder: z.boolean() }),
  idempotent: true,
  errors: [
    ...ownerErrors,
    'CartEmpty',
    'CustomerMissing',
    'PriceChanged',
    'ProductNotFound',
    'PromoExhausted',
    'PromoExpired',
    'PromoInactive',
    'CartNotFound',
    'CartDeleted',
  ],
})
