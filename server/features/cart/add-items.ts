import { maxEarlierOrders, type NewCartItem } from '../../../contract/cart.ts'
import { checkCartRules, findCoveredItems } from '../../../contract/cart-rules.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Context } from '../../platform/context.ts'
import { memoizeByInput } from '../../platform/deduplicate-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { findProducts, type ProductRow } from '../catalog/index.ts'
import {
  findDistance,
  type PhotoSearch,
  requireOneRunner,
  type SearchClaims,
  type Subject,
  toPersonKey,
} from '../competitors/index.ts'
import { canEventGetMorePhotos } from '../event-overview/index.ts'
import { findEvent } from '../events/index.ts'
import {
  findFrameBib,
  getFramedPhoto,
  isDamaged,
  type PaintServices,
  type RunnerFinder,
} from '../frame/index.ts'
import { findPublicPhotos } from '../photos/index.ts'
import { findVideo } from '../videos/index.ts'
import { changeCart, requireOpenCart } from './change-cart.ts'
import { findEarlierPurchases, rejectBoughtGifts, rejectBoughtItems } from './earlier-purchases.ts'
import { identifyBuyer, isProvenOwner, type Proof } from './owner.ts'
import { findPhotosOfRunners, findSurePhotoIds } from './photos-of-runners.ts'
import {
  type CartItemRow,
  changeCartRow,
  deleteItems,
  findCart,
  findCartItems,
  insertItems,
} from './store.ts'

const maxItems = 1000

/** Lists the data that a product of each type needs to be delivered. */
const requiredData: Record<ProductType, { photo?: true; person?: true; video?: true; frame?: true }> = {
  photo: { photo: true },
  frame: { photo: true, frame: true },
  photos_with_me: { person: true },
  photosWithFrame: { person: true, frame: true },
  video: { video: true },
  promocode: {},
}

/** Ports for adding items: the search for a runner's photos, and the frame painter. */
export interface AddItemsPorts extends PaintServices {
  readonly finder: RunnerFinder
}

type NewRow = Omit<CartItemRow, 'cartId' | 'position'>

/**
 * Adds products to a cart, all or none. A package replaces its single photos that are in the cart.
 *
 * @param caller the claims of its search token, undefined without one, and its proof for the cart
 * @throws Failure for everything that `addCartItem` of the contract lists
 */
export async function addItems(
  context: Context,
  ports: AddItemsPorts,
  cartId: string,
  {
    items: newItems,
    earlierOrders = [],
  }: { items: readonly NewCartItem[]; earlierOrders?: readonly string[] },
  caller: { claims: SearchClaims | undefined; proof: Proof },
): Promise<void> {
  const { claims, proof } = caller
  const { currencyId } = requireOpenCart(await findCart(context, cartId))
  const rows = await buildRows(context, ports, newItems, claims, currencyId)
  await paintFramedPreviews(context, ports, rows)
  const found = await findPhotosOfRunners(context, ports.finder, await findCartItems(context, cartId))
  await changeCart(context, cartId, async (transaction, cart) => {
    const buyer = identifyBuyer(transaction, cart, proof)
    const earlierOrderIds = [...new Set([...buyer.earlierOrders, ...earlierOrders])].slice(-maxEarlierOrders)
    if (earlierOrderIds.length > cart.earlierOrders.length && isProvenOwner(transaction, cart, proof))
      await changeCartRow(transaction, cartId, { earlierOrders: earlierOrderIds })
    const bought = await findEarlierPurchases(transaction, { ...buyer, earlierOrders: earlierOrderIds }, rows)
    const photoIdsByItem = new Map(rows.map((row) => [row.id, row.photoIds]))
    const growingEventIds = new Set<string>()
    for (const eventId of new Set(rows.map((row) => row.eventId)))
      if (await canEventGetMorePhotos(transaction, eventId)) growingEventIds.add(eventId)
    const ownRows = rows.filter(({ giftShareId }) => giftShareId === null)
    rejectBoughtItems(ownRows, bought, { photoIdsByItem, growingEventIds })
    await rejectBoughtGifts(transaction, rows, { photoIdsByItem, growingEventIds })
    const rowsBefore = await findCartItems(transaction, cartId)
    const existingItems = rowsBefore.map((item) => toCartRulesItem(item, found.photoIdsByItem.get(item.id)))
    const added: NewRow[] = []
    for (const row of rows) {
      const refusal = checkCartRules(existingItems, toCartRulesItem(row))
      if (refusal) throw new Failure(refusal)
      existingItems.push(toCartRulesItem(row))
      added.push(row)
    }
    const coveredIds = new Set(
      added
        .flatMap((row) => findCoveredItems(existingItems, toCartRulesItem(row)))
        .map((orderedItem) => orderedItem.id),
    )
    const remainingRows = added.filter((row) => !coveredIds.has(row.id))
    if (rowsBefore.length - coveredIds.size + added.length > maxItems) throw new Failure('CartTooLarge')
    await deleteItems(transaction, cartId, [...coveredIds])
    const lastPosition = Math.max(-1, ...rowsBefore.map((item) => item.position))
    await insertItems(
      transaction,
      remainingRows.map((row, index) => toCartItemRow(row, cartId, lastPosition + 1 + index)),
    )
  })
}

/** Converts the requested items to rows; checks each against what its product needs. */
async function buildRows(
  context: Context,
  { finder }: AddItemsPorts,
  newItems: readonly NewCartItem[],
  claims: SearchClaims | undefined,
  currencyId: number,
): Promise<NewRow[]> {
  const found = await findProducts(context, [...new Set(newItems.map((newItem) => newItem.productId))])
  const products = new Map(found.map((product) => [product.id, product]))
  const photos = await findPublicPhotos(context, [
    ...new Set(newItems.flatMap((newItem) => newItem.photoId ?? [])),
  ])
  const sharedPhotoIds = await findSharedPhotoIds(context, finder, claims)
  const distance = claims && (await findDistance(context, claims))
  const findBib = createBibFinder(context, finder, claims)
  const packagesByEvent = new Map<string, PersonalPackage>()
  const rows: NewRow[] = []
  for (const newItem of newItems) {
    const product = products.get(newItem.productId)
    if (!product?.isOnSale) throw new Failure('ProductNotFound')
    if (product.currencyId !== currencyId) throw new Failure('CurrencyMismatch')
    checkDistance(product, claims, distance)
    const required = requiredData[product.productType]
    if (required.photo) checkPhoto(newItem, product, claims, { photos, sharedPhotoIds })
    if (required.video) await checkVideo(context, newItem, product)
    const frameId = required.frame ? product.frame?.frameId : undefined
    // Each frame is a separate product.
    if (required.frame && (frameId === undefined || (newItem.frameId ?? frameId) !== frameId))
      throw new Failure('ProductNotFound')
    if (required.person && !packagesByEvent.has(product.eventId))
      packagesByEvent.set(product.eventId, await findPackage(context, finder, product, claims))
    rows.push({
      id: newId(),
      tenant: context.tenant.name,
      productId: product.id,
      productType: product.productType,
      catalogId: product.catalogId,
      eventId: product.eventId,
      photoId: required.photo ? (newItem.photoId ?? null) : null,
      videoId: required.video ? (newItem.videoId ?? null) : null,
      frameId: frameId ?? null,
      bib: required.frame ? await findBib(newItem) : '',
      recipients: product.productType === 'promocode' ? (newItem.recipients ?? null) : null,
      giftShareId: findGiftShareId(newItem, product, claims),
      foundFor: required.photo && claims && claims.subject.kind !== 'event' ? claims.subject : null,
      ...((required.person && packagesByEvent.get(product.eventId)) || emptyPackage),
      addedOn: context.now,
    })
  }
  return rows
}

type PersonalPackage = Pick<CartItemRow, 'subject' | 'person' | 'subjectLabel' | 'photoIds'>

const emptyPackage: PersonalPackage = { subject: null, person: null, subjectLabel: '', photoIds: [] }

/** Restricts products of one distance to callers who searched for a runner of that distance in the event. */
function checkDistance(
  product: ProductRow,
  claims: SearchClaims | undefined,
  distance: string | undefined,
): void {
  if (product.distance === null) return
  if (!claims || claims.subject.kind === 'event') throw new Failure('PersonRequired')
  if (claims.eventId !== product.eventId) throw new Failure('TokenScope')
  if (distance !== product.distance) throw new Failure('ProductNotFound')
}

function checkPhoto(
  newItem: NewCartItem,
  product: ProductRow,
  claims: SearchClaims | undefined,
  {
    photos,
    sharedPhotoIds,
  }: {
    photos: Awaited<ReturnType<typeof findPublicPhotos>>
    sharedPhotoIds: ReadonlySet<string> | undefined
  },
): void {
  if (newItem.photoId === undefined) throw new Failure('PhotoRequired')
  if (!claims) throw new Failure('Unauthenticated')
  const photo = photos.get(newItem.photoId)
  if (!photo || photo.eventId !== product.eventId) throw new Failure('PhotoNotFound')
  if (claims.eventId !== photo.eventId) throw new Failure('TokenScope')
  if (sharedPhotoIds && !sharedPhotoIds.has(newItem.photoId)) throw new Failure('PhotoNotFound')
}

/**
 * Returns the share link whose runner receives an item; null for one that the buyer keeps.
 *
 * @throws Failure TokenScope for a gift of anything but a photo of a share link
 */
function findGiftShareId(
  { gift }: NewCartItem,
  { productType }: ProductRow,
  claims: SearchClaims | undefined,
): string | null {
  if (!gift) return null
  if (productType !== 'photo' || claims?.subject.kind !== 'share') throw new Failure('TokenScope')
  return claims.subject.shareId
}

/** Returns the photos that the token of a share link may buy; undefined for another token. */
async function findSharedPhotoIds(
  context: Context,
  finder: RunnerFinder,
  claims: SearchClaims | undefined,
): Promise<ReadonlySet<string> | undefined> {
  if (claims?.subject.kind !== 'share') return undefined
  const { eventId, subject } = claims
  return new Set(await findSurePhotoIds(context, finder, { eventId, subject }))
}

/** Checks that the video belongs to the event of the product. */
async function checkVideo(context: Context, newItem: NewCartItem, product: ProductRow): Promise<void> {
  const video = newItem.videoId === undefined ? undefined : await findVideo(context, newItem.videoId)
  if (video?.eventId !== product.eventId) throw new Failure('ProductNotFound')
}

/**
 * Returns a function that finds the bib whose time the frame of an item shows: of the runner on the photo, or for a package of
 * the runner searched for. It searches for that runner once.
 */
function createBibFinder(
  context: Context,
  finder: RunnerFinder,
  claims: SearchClaims | undefined,
): (item: NewCartItem) => Promise<string> {
  const find = memoizeByInput((search: PhotoSearch) => finder.find(context, search))
  const findRunnerNumber = memoizeByInput((search: PhotoSearch) => finder.findRunnerNumber(context, search))
  const searchOnce: RunnerFinder = {
    ...finder,
    find: (_context, search) => find(search),
    findRunnerNumber: (_context, search) => findRunnerNumber(search),
  }
  return async ({ photoId }) => {
    if (!claims) return ''
    if (photoId !== undefined) return findFrameBib(context, searchOnce, claims, photoId)
    return (await findRunnerNumber(claims)) ?? ''
  }
}

/**
 * Paints the previews that the cart shows for framed items. An item whose preview fails is shown without one.
 *
 * @throws Failure ImageDamaged for a single photo that cannot be read: a package has others to deliver
 */
async function paintFramedPreviews(
  context: Context,
  ports: AddItemsPorts,
  rows: readonly NewRow[],
): Promise<void> {
  for (const { photoId: singlePhotoId, photoIds, frameId, bib } of rows) {
    const photoId = singlePhotoId ?? photoIds[0]
    if (frameId === null || photoId === undefined) continue
    await getFramedPhoto(context, ports, { photoId, frameId, bib }).catch((error: unknown) => {
      if (!isDamaged(error))
        context.log.error({ err: error, photoId, frameId }, 'a framed photo could not be painted')
      else if (singlePhotoId !== null) throw error
    })
  }
}

async function findPackage(
  context: Context,
  finder: RunnerFinder,
  product: ProductRow,
  claims: SearchClaims | undefined,
): Promise<PersonalPackage> {
  // A share link covers the photos at the time it was made, so a package would hold no more than they do.
  if (!claims || claims.subject.kind === 'event' || claims.subject.kind === 'share')
    throw new Failure('PersonRequired')
  if (claims.eventId !== product.eventId) throw new Failure('TokenScope')
  const { eventId } = claims
  const subject = await requireOneRunner(context, claims)
  const photoIds = await findSurePhotoIds(context, finder, { eventId, subject })
  const event = await findEvent(context, eventId)
  // Before the race a package may be empty; afterwards it must hold at least one photo.
  if (photoIds.length === 0 && !event?.switches.preorder) throw new Failure('PersonRequired')
  return {
    subject,
    person: toPersonKey(subject) ?? null,
    subjectLabel: getSubjectLabel(claims.subject),
    photoIds,
  }
}

/** Returns the number or surname that was searched for; empty for a face. */
function getSubjectLabel(subject: Subject): string {
  if (subject.kind === 'number' || subject.kind === 'competitor') return subject.number
  return subject.kind === 'surname' ? subject.surname : ''
}

function toCartItemRow(row: NewRow, cartId: string, position: number): CartItemRow {
  return { ...row, cartId, position }
}

/** Converts a row to the form that the pricing rules take, with undefined for null. */
function toCartRulesItem(row: NewRow, photoIds: readonly string[] = row.photoIds) {
  return {
    id: row.id,
    productId: row.productId,
    productType: row.productType,
    catalogId: row.catalogId,
    photoId: row.photoId ?? undefined,
    videoId: row.videoId ?? undefined,
    frameId: row.frameId ?? undefined,
    person: row.person ?? undefined,
    photoIds,
  }
}
