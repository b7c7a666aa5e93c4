import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { ProductType } from './catalog.ts'
import { CaptureDetails, CurrencyId, Id, Image, Language, Money } from './common.ts'
import { Email } from './email.ts'

/** Identifies a cart by a random UUID. A device may choose it itself, so that a cart can be started offline. */
export const CartId = z.uuid()

export const CartAttribute = z.strictObject({
  key: z.enum(['Language', 'Theme']),
  value: z.string().check(z.maxLength(64)),
})

/**
 * Reasons why a promo code in a cart no longer gives a discount. Also the error codes of `addPromotionalCode` and
 * `checkOut`.
 */
export const PromoRefusal = z.enum(['PromoExpired', 'PromoInactive', 'PromoExhausted'])
export type PromoRefusal = z.infer<typeof PromoRefusal>

const PixelSize = z.object({ width: z.int(), height: z.int() })

export const CartItem = z.object({
  shoppingCartItemId: Id,
  product: z.object({ productId: Id, title: z.string(), productType: ProductType }),
  photoId: z.optional(Id),
  videoId: z.optional(Id),
  frameId: z.optional(Id),
  /** Set for a single photo, also in a frame. */
  taken: z.optional(CaptureDetails),
  /** Pixel sizes of the smallest and largest original it delivers. Absent for videos and for photos in a frame. */
  resolution: z.optional(z.object({ smallest: PixelSize, largest: PixelSize })),
  /** Number of photos that a package holds now. */
  photosCount: z.optional(z.int()),
  /** Photos that a package holds now. Absent on a device that the cart is not bound to. */
  photoIds: z.optional(z.array(Id)),
  /** Runner of a package, as the buyer searched: a bib or a surname. Absent when found by a selfie. */
  subject: z.optional(z.string()),
  /** Face of a package found by a selfie. Absent on a device that the cart is not bound to. */
  personId: z.optional(Id),
  /** A photo that is given to the runner of a shared link. */
  gift: z.optional(z.boolean()),
  /** Shared link of a gift. Absent on a device that the cart is not bound to. */
  shareId: z.optional(Id),
  /** Absent on a device that the cart is not bound to. */
  recipients: z.optional(z.array(z.string())),
  price: Money,
  /** Higher than the price only when the shop charges more at another time, e.g. after the pre-order. */
  originalPrice: Money,
  /** Product type that it is charged as when that is cheaper: single photos as a package, or a package as its photos. */
  chargedAs: z.optional(ProductType),
  catalog: z.object({ catalogId: Id, title: z.string() }),
  eventId: Id,
  /** No longer sold, e.g. because its event was hidden. Checkout is refused until the item is removed. */
  offSale: z.optional(z.boolean()),
  thumb: z.optional(Image),
  /** Previews of a package before purchase: its first photos, at most four. */
  thumbs: z.optional(z.array(Image)),
})
export type CartItem = z.infer<typeof CartItem>

export const Cart = z.object({
  cartId: Id,
  shoppingCartId: Id,
  state: z.enum(['Updated', 'Processed', 'Deleted']),
  currencyId: CurrencyId,
  /** Sum before promo codes. */
  amount: Money,
  totalAmount: Money,
  /** Difference between `amount` and the price of the same photos without packages. Absent when nothing is saved. */
  savedByPackages: z.optional(Money),
  /** The e-mail is masked, and null on a device that did not type it: the cart's id is in a cookie that scripts can read. */
  customer: z.nullable(z.object({ email: z.string() })),
  /** Returned only to the ordering device and to the account that owns the cart. Others get null and no items. */
  orderId: z.nullable(Id),
  /** Album of the cart's event, which may restrict the payment methods. Absent while the cart is empty. */
  albumId: z.optional(Id),
  items: z.array(CartItem),
  promotionalCodes: z.array(
    z.object({
      codeId: Id,
      code: z.string(),
      discount: Money,
      /** The code gives no discount any more. Checkout is refused until it is removed. */
      refusal: z.optional(PromoRefusal),
    }),
  ),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Next price threshold: how many more photos reach it, and the price of each photo then. Absent at the lowest price. */
  nextTier: z.optional(z.object({ missing: z.int(), price: Money })),
})
export type Cart = z.infer<typeof Cart>

/** Limits the gift codes of one event in one cart, and so in one order. */
export const maxGiftCodes = 100

/** Limits how many of the buyer's earlier orders count for a cart. */
export const maxEarlierOrders = 50

const CartParams = z.object({ shoppingCartId: CartId })

export const NewCartItem = z.strictObject({
  productId: Id,
  photoId: z.optional(Id),
  videoId: z.optional(Id),
  frameId: z.optional(Id),
  /** Only for gift codes, which are one item each: the e-mail address that gets the code besides the buyer's. */
  recipients: z.optional(z.array(Email).check(z.minLength(1), z.maxLength(1))),
  /** Only for a single photo with the token of a shared link: its runner receives the file, and the buyer the receipt. */
  gift: z.optional(z.literal(true)),
})
export type NewCartItem = z.infer<typeof NewCartItem>

const addItemErrors = [
  'Unauthenticated',
  'ProductNotFound',
  'PhotoNotFound',
  'PhotoRequired',
  'PersonRequired',
  'RunnerAmbiguous',
  'CompetitorNotFound',
  // the framed photo cannot be rendered
  'ImageDamaged',
  'ProductAlreadyInCart',
  'AlreadyBought',
  'GiftAlreadyBought',
  // a gift to the runner of a link that is gone
  'ShareNotFound',
  'PhotoInsidePackage',
  'PhotoInsideFramedPackage',
  'CartNotFound',
  'CartDeleted',
  'CartProcessed',
  'CartTooLarge',
  'CurrencyMismatch',
  'TokenScope',
] as const

/** Errors for a cart that belongs to a signed-in user, and for identity tokens. */
const ownerErrors = ['CartOwned', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'] as const

const callDefaults = { service: 'cart', auth: 'any', device: true } as const

export const createCart = defineCall({
  ...callDefaults,
  name: 'createCart',
  summary: 'Creates a cart, or returns the existing one with the given id',
  method: 'POST',
  path: '/shoppingCarts',
  body: z.strictObject({ shoppingCartId: z.optional(CartId) }),
  status: 201,
  answer: z.object({ shoppingCartId: CartId }),
  idempotent: true,
  errors: [...ownerErrors, 'CartDeleted', 'CartNotFound'],
})

export const getCart = defineCall({
  ...callDefaults,
  name: 'getCart',
  summary: 'Returns a cart with current prices',
  method: 'GET',
  path: '/shoppingCarts/:shoppingCartId',
  params: CartParams,
  query: z.object({ lang: z.optional(Language), token: z.optional(z.string().check(z.maxLength(4096))) }),
  status: 200,
  answer: Cart,
  errors: [...ownerErrors, 'CartNotFound'],
})

export const addCartItem = defineCall({
  ...callDefaults,
  name: 'addCartItem',
  summary: 'Adds one product to the cart',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/items',
  params: CartParams,
  body: NewCartItem,
  status: 204,
  idempotent: true,
  errors: [...ownerErrors, ...addItemErrors],
})

export const addCartItems = defineCall({
  ...callDefaults,
  name: 'addCartItems',
  summary: 'Adds several products to the cart, all or none',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/items/v2',
  params: CartParams,
  body: z.strictObject({
    items: z.array(NewCartItem).check(z.minLength(1), z.maxLength(500)),
    /** Paid orders of the same buyer: what was paid for photos counts towards their package. Unknown ids are ignored. */
    earlierOrders: z.optional(z.array(Id).check(z.maxLength(maxEarlierOrders))),
  }),
  status: 204,
  idempotent: true,
  errors: [...ownerErrors, ...addItemErrors],
})

export const removeCartItem = defineCall({
  ...callDefaults,
  name: 'removeCartItem',
  summary: 'Removes one item',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/items/:itemId',
  params: z.object({ shoppingCartId: CartId, itemId: Id }),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed', 'NotFound'],
})

export const removeCartItems = defineCall({
  ...callDefaults,
  name: 'removeCartItems',
  summary: 'Removes several items; the list of ids is required',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/items',
  params: CartParams,
  body: z.array(Id).check(z.minLength(1), z.maxLength(500)),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

export const addPromotionalCode = defineCall({
  ...callDefaults,
  name: 'addPromotionalCode',
  summary: 'Applies a promo code',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId/promotionalCodes',
  params: CartParams,
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
  ...callDefaults,
  name: 'removePromotionalCode',
  summary: 'Removes a promo code',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId/promotionalCodes/:codeId',
  params: z.object({ shoppingCartId: CartId, codeId: Id }),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed', 'NotFound'],
})

export const deleteCart = defineCall({
  ...callDefaults,
  name: 'deleteCart',
  summary: 'Deletes a cart',
  method: 'DELETE',
  path: '/shoppingCarts/:shoppingCartId',
  params: CartParams,
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartProcessed'],
})

export const setCartAttributes = defineCall({
  ...callDefaults,
  name: 'setCartAttributes',
  summary: 'Stores the language and theme of the cart',
  method: 'PATCH',
  path: '/shoppingCarts/:shoppingCartId/attributes',
  params: CartParams,
  body: z.array(CartAttribute).check(z.minLength(1), z.maxLength(10)),
  status: 204,
  errors: [...ownerErrors, 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

export const setCartCustomer = defineCall({
  ...callDefaults,
  name: 'setCartCustomer',
  summary: 'Sets the e-mail address that receives the purchase',
  method: 'PUT',
  path: '/shoppingCarts/:shoppingCartId/customer',
  params: CartParams,
  body: z.strictObject({ email: z.string().check(z.maxLength(320)) }),
  status: 204,
  errors: [...ownerErrors, 'EmailInvalid', 'EmailNotAscii', 'CartNotFound', 'CartDeleted', 'CartProcessed'],
})

/** Limits the message of a gift, in UTF-16 code units. */
export const maxGiftMessageLength = 140

/** Validates the message of a giver to the runner who receives the gift: one line of plain text. */
const GiftMessage = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(maxGiftMessageLength), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

export const checkOut = defineCall({
  ...callDefaults,
  name: 'checkOut',
  summary: 'Checks the cart out: creates an order; the same cart again gives the same order',
  method: 'POST',
  path: '/shoppingCarts/:shoppingCartId',
  params: CartParams,
  body: z.optional(
    z.nullable(
      z.strictObject({
        expectedTotal: z.optional(Money),
        /** Confirms a package that was ordered before with the same e-mail. */
        orderAgain: z.optional(z.boolean()),
        /** For the runners who receive the gifts in the cart. Ignored in a cart without gifts. */
        giftMessage: z.optional(GiftMessage),
      }),
    ),
  ),
  status: 200,
  answer: z.object({ orderId: Id, invoiceId: Id, preorder: z.boolean() }),
  idempotent: true,
  errors: [
    ...ownerErrors,
    'CartEmpty',
    'CustomerMissing',
    'AlreadyBought',
    'GiftAlreadyBought',
    'ShareNotFound',
    'AlreadyOrdered',
    'RunnerAmbiguous',
    'PriceChanged',
    'ProductNotFound',
    'PromoExhausted',
    'PromoExpired',
    'PromoInactive',
    'CartNotFound',
    'CartDeleted',
  ],
})
