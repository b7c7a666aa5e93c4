import type { Money } from '../../../contract/common.ts'
import { languages } from '../../../contract/language/languages.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import type { ProductRow } from '../catalog/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { openInvoice } from '../invoices/index.ts'
import {
  completeOrder,
  findOrder,
  type OrderedItem,
  type OrderRow,
  type PackagePhotos,
  placeOrder,
} from '../orders/index.ts'
import { redeemPromo } from '../promo/index.ts'
import {
  findEarlierPurchases,
  findPackagesByEmail,
  rejectBoughtGifts,
  rejectBoughtItems,
} from './earlier-purchases.ts'
import { identifyBuyer, isProvenOwner, type Proof } from './owner.ts'
import { findPhotosOfRunners, type PhotosOfRunners } from './photos-of-runners.ts'
import { type PricedCart, priceItems } from './price-cart.ts'
import { type CartItemRow, type CartRow, changeCartRow, findCart, findCartItems, lockCart } from './store.ts'

export interface CheckoutInput {
  /** The total that the buyer was shown; undefined accepts any total. */
  expectedTotal: Money | undefined
  /** Proof of the caller, which must own the cart's e-mail and order. */
  proof: Proof
  /** The buyer has confirmed a package that was ordered before with the same e-mail. */
  orderAgain: boolean
  /** Message to the runners who receive the gifts in the cart. */
  giftMessage: string | undefined
}

export interface CheckoutResult {
  orderId: string
  invoiceId: string
  preorder: boolean
}

/**
 * Turns a cart into an order, in one transaction: price snapshot, order, invoice, used codes, and follow-up jobs. Idempotent,
 * also for concurrent calls: the same cart gives the same order. A free order is completed at once.
 *
 * @throws Failure for everything that `checkOut` of the contract lists
 */
export async function checkOut(
  context: Context,
  finder: PackagePhotos,
  cartId: string,
  { expectedTotal, proof, orderAgain, giftMessage }: CheckoutInput,
): Promise<CheckoutResult> {
  const unlockedCart = await findCart(context, cartId)
  if (!unlockedCart) throw new Failure('CartNotFound')
  // The search waits for the face index, so it runs before the transaction.
  const found = await findPhotosOfRunners(context, finder, await findCartItems(context, cartId))
  return inTransaction(context, async (transaction) => {
    const cart = await lockCart(transaction, cartId)
    if (!cart) throw new Failure('CartNotFound')
    if (cart.state === 'Deleted') throw new Failure('CartDeleted')
    const isOwn = isProvenOwner(transaction, cart, proof)
    if (cart.orderId !== null && !isOwn) throw new Failure('CartNotFound')
    if (cart.orderId !== null) return toCheckoutResult(await findOrder(transaction, cart.orderId))
    const items = await findCartItems(transaction, cartId)
    const buyer = identifyBuyer(transaction, cart, proof)
    const priced = await priceItems(transaction, cart, buyer, items, found)
    // The letter would go to an address that was typed on another device.
    if (!isOwn) throw new Failure('CustomerMissing')
    checkCart(cart, items, priced, expectedTotal)
    const ambiguousItemIds = items.filter(({ id }) => found.ambiguousItemIds.has(id)).map(({ id }) => id)
    if (ambiguousItemIds.length > 0)
      throw new Failure('RunnerAmbiguous', { extra: { itemIds: ambiguousItemIds } })
    await rejectBoughtGifts(transaction, items, found)
    const ownItems = items.filter(({ giftShareId }) => giftShareId === null)
    rejectBoughtItems(ownItems, await findEarlierPurchases(transaction, buyer, ownItems), found)
    if (!orderAgain)
      rejectBoughtItems(
        ownItems,
        await findPackagesByEmail(transaction, cart.email, ownItems),
        found,
        'AlreadyOrdered',
      )
    const deviceHash = proof.deviceHash ?? cart.deviceHash
    return toCheckoutResult(
      await createOrder(transaction, { ...cart, deviceHash }, items, { priced, found, giftMessage }),
    )
  })
}

function checkCart(
  cart: CartRow,
  items: readonly CartItemRow[],
  priced: PricedCart,
  expectedTotal: Money | undefined,
): asserts cart is CartRow & { email: string } {
  if (items.length === 0) throw new Failure('CartEmpty')
  if (cart.email === null) throw new Failure('CustomerMissing')
  const unavailableItems = items.filter((item) => priced.products.get(item.productId)?.isOnSale !== true)
  if (unavailableItems.length > 0)
    throw new Failure('ProductNotFound', { extra: { itemIds: unavailableItems.map(({ id }) => id) } })
  for (const [codeId, refusal] of priced.refusedCodes) throw new Failure(refusal, { extra: { codeId } })
  const totalAmount: Money = { amount: priced.pricing.totalAmount, currencyId: cart.currencyId }
  const isExpected =
    expectedTotal === undefined ||
    (expectedTotal.amount === totalAmount.amount && expectedTotal.currencyId === totalAmount.currencyId)
  if (!isExpected) throw new Failure('PriceChanged', { extra: { totalAmount } })
}

async function createOrder(
  context: Context,
  cart: CartRow & { email: string },
  items: readonly CartItemRow[],
  {
    priced: { pricing, products },
    found: { photoIdsByItem },
    giftMessage,
  }: { priced: PricedCart; found: PhotosOfRunners; giftMessage: string | undefined },
): Promise<OrderRow> {
  const event = await findEventOfItems(context, items)
  const invoiceId = newId()
  const orderedItems = items.flatMap((item): OrderedItem[] => {
    const line = pricing.lines.find(({ id }) => id === item.id)
    const product = products.get(item.productId)
    return line && product ? [toOrderedItem(item, product, line, photoIdsByItem.get(item.id))] : []
  })
  const order = await placeOrder(context, {
    cartId: cart.id,
    invoiceId,
    currencyId: cart.currencyId,
    totalAmount: pricing.totalAmount,
    catalogId: event.catalogId,
    eventId: event.id,
    albumId: event.albumId,
    email: cart.email,
    owner: cart.owner,
    deviceHash: cart.deviceHash,
    language: readCartLanguage(cart) ?? context.language,
    preorder: orderedItems.some(({ prepaid }) => prepaid === true),
    giftMessage: items.some(({ giftShareId }) => giftShareId !== null) ? (giftMessage ?? null) : null,
    orderedItems,
  })
  const isFree = pricing.totalAmount === 0
  await openInvoice(context, {
    id: invoiceId,
    orderId: order.id,
    amount: pricing.totalAmount,
    currencyId: cart.currencyId,
    albumId: event.albumId,
    isPaid: isFree,
  })
  // Fixed order of locks, so that two orders with the same codes never deadlock.
  const usedCodes = pricing.discounts.filter(({ discount }) => discount > 0)
  for (const { codeId, discount } of usedCodes.toSorted((one, other) => (one.codeId < other.codeId ? -1 : 1)))
    await redeemPromo(context, { codeId, orderId: order.id, discount })
  await changeCartRow(context, cart.id, { state: 'Processed', orderId: order.id })
  if (isFree) await completeOrder(context, order.id)
  return order
}

function toOrderedItem(
  item: CartItemRow,
  product: ProductRow,
  line: { originalPrice: number; price: number; discount: number },
  found: readonly string[] | undefined,
): OrderedItem {
  const { productId, productType, catalogId, eventId, photoId, videoId, frameId, bib, recipients, subject } =
    item
  const { giftShareId } = item
  const photoIds = [...(found ?? item.photoIds)]
  return {
    productId,
    productType,
    title: product.title,
    catalogId,
    eventId,
    photoId,
    videoId,
    frameId,
    bib,
    recipients,
    subject,
    giftShareId,
    photoIds,
    prepaid: subject !== null && photoIds.length === 0,
    originalPrice: line.originalPrice,
    totalPrice: line.price - line.discount,
  }
}

async function findEventOfItems(context: Context, items: readonly CartItemRow[]): Promise<EventRow> {
  const event = await findEvent(context, items[0]?.eventId ?? '')
  if (!event) throw new Error('The event of a cart is gone')
  return event
}

/** Returns the language in which the cart was filled; its letters use it. */
function readCartLanguage(cart: CartRow) {
  const value = cart.attributes.find(({ key }) => key === 'Language')?.value
  return languages.find((language) => language === value)
}

function toCheckoutResult(order: OrderRow | undefined): CheckoutResult {
  if (!order) throw new Error('The order of a cart is gone')
  return { orderId: order.id, invoiceId: order.invoiceId, preorder: order.preorder }
}
