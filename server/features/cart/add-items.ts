import type { NewCartItem } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import { coveredBy, refusalOf } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId } from '../../platform/ids.ts'
import { findProducts, type ProductRow } from '../catalog/index.ts'
import { answerKeyOf, type SearchClaims } from '../competitors/index.ts'
import { findEvent } from '../events/index.ts'
import { bibFor, framedPhoto, isDamaged, type PaintParts, type RunnerFinder } from '../frame/index.ts'
import { findVideo } from '../videos/index.ts'
import { changeCart, openCart } from './change-cart.ts'
import { packagesNow, surePhotoIds } from './package-photos.ts'
import { type CartItemRow, deleteItems, findCart, insertItems, itemsOfCart, shownPhotos } from './store.ts'

const itemsAtMost = 1000

/** What must come with a product so that we know what to deliver. */
const needs: Record<ProductType, { photo?: true; person?: true; video?: true; frame?: true }> = {
  photo: { photo: true },
  frame: { photo: true, frame: true },
  photos_with_me: { person: true },
  photosWithFrame: { person: true, frame: true },
  video: { video: true },
  promocode: {},
}

/** What finds people's photos, and puts one into its frame. */
export interface AddingPorts extends PaintParts {
  readonly finder: RunnerFinder
}

type NewRow = Omit<CartItemRow, 'cartId' | 'position'>

/**
 * Puts products into a cart, all or none. A package takes the place of its single photos that are in the cart.
 *
 * @param claims what the caller's search token says; undefined when there is none
 * @throws Failure for everything that `addCartItem` of the contract lists
 */
export async function addItems(
  context: Context,
  ports: AddingPorts,
  cartId: string,
  wishes: readonly NewCartItem[],
  claims: SearchClaims | undefined,
): Promise<void> {
  const { currencyId } = openCart(await findCart(context, cartId))
  const rows = await rowsFor(context, ports, wishes, claims, currencyId)
  await showFramed(context, ports, rows)
  const packages = await packagesNow(context, ports.finder, await itemsOfCart(context, cartId))
  await changeCart(context, cartId, async (inside) => {
    const before = await itemsOfCart(inside, cartId)
    const held = before.map((item) => asHeld(item, packages.get(item.id)))
    const added: NewRow[] = []
    for (const row of rows) {
      const refusal = refusalOf(held, asHeld(row))
      if (refusal) throw new Failure(refusal)
      held.push(asHeld(row))
      added.push(row)
    }
    const covered = new Set(added.flatMap((row) => coveredBy(held, asHeld(row))).map((thing) => thing.id))
    const staying = added.filter((row) => !covered.has(row.id))
    if (before.length - covered.size + added.length > itemsAtMost) throw new Failure('CartTooLarge')
    await deleteItems(inside, cartId, [...covered])
    const last = Math.max(-1, ...before.map((item) => item.position))
    await insertItems(
      inside,
      staying.map((row, index) => placed(row, cartId, last + 1 + index)),
    )
  })
}

/** The wishes as rows, each checked against what it needs. */
async function rowsFor(
  context: Context,
  { finder }: AddingPorts,
  wishes: readonly NewCartItem[],
  claims: SearchClaims | undefined,
  currencyId: number,
): Promise<NewRow[]> {
  const found = await findProducts(context, [...new Set(wishes.map((wish) => wish.productId))])
  const products = new Map(found.map((product) => [product.id, product]))
  const photos = await shownPhotos(context, [...new Set(wishes.flatMap((wish) => wish.photoId ?? []))])
  const mine = new Map<string, PersonalPackage>()
  const rows: NewRow[] = []
  for (const wish of wishes) {
    const product = products.get(wish.productId)
    if (product?.state !== 'InCatalog') throw new Failure('ProductNotFound')
    if (product.currencyId !== currencyId) throw new Failure('CurrencyMismatch')
    const need = needs[product.productType]
    if (need.photo) checkPhoto(wish, product, claims, photos)
    if (need.video) await checkVideo(context, wish, product)
    const frameId = need.frame ? product.frame?.frameId : undefined
    // each frame is a product of its own
    if (need.frame && (frameId === undefined || (wish.frameId ?? frameId) !== frameId))
      throw new Failure('ProductNotFound')
    if (need.person && !mine.has(product.eventId))
      mine.set(product.eventId, await packageOf(context, finder, product, claims))
    rows.push({
      id: newId(),
      tenant: context.tenant.name,
      productId: product.id,
      productType: product.productType,
      catalogId: product.catalogId,
      eventId: product.eventId,
      photoId: need.photo ? (wish.photoId ?? null) : null,
      videoId: need.video ? (wish.videoId ?? null) : null,
      frameId: frameId ?? null,
      bib: need.frame ? await bibOf(context, finder, claims, wish) : '',
      recipients: product.productType === 'promocode' ? (wish.recipients ?? null) : null,
      ...((need.person && mine.get(product.eventId)) || nobody),
      addedOn: context.now,
    })
  }
  return rows
}

type PersonalPackage = Pick<CartItemRow, 'subject' | 'person' | 'subjectLabel' | 'photoIds'>

const nobody: PersonalPackage = { subject: null, person: null, subjectLabel: '', photoIds: [] }

function checkPhoto(
  wish: NewCartItem,
  product: ProductRow,
  claims: SearchClaims | undefined,
  photos: Awaited<ReturnType<typeof shownPhotos>>,
): void {
  if (wish.photoId === undefined) throw new Failure('PhotoRequired')
  if (!claims) throw new Failure('Unauthenticated')
  const photo = photos.get(wish.photoId)
  if (!photo || photo.eventId !== product.eventId) throw new Failure('PhotoNotFound')
  if (claims.eventId !== photo.eventId) throw new Failure('TokenScope')
}

/** The video must be the event's that sells it. */
async function checkVideo(context: Context, wish: NewCartItem, product: ProductRow): Promise<void> {
  const video = wish.videoId === undefined ? undefined : await findVideo(context, wish.videoId)
  if (video?.eventId !== product.eventId) throw new Failure('ProductNotFound')
}

/** Whose time stands in the frame: the runner's on the photo, or of a whole package hers who was searched for. */
async function bibOf(
  context: Context,
  finder: RunnerFinder,
  claims: SearchClaims | undefined,
  { photoId }: NewCartItem,
): Promise<string> {
  if (!claims) return ''
  if (photoId !== undefined) return bibFor(context, finder, claims, photoId)
  return (await finder.numberOf(context, claims)) ?? ''
}

/**
 * Has the pictures painted by which framed things are known in the cart; one that fails stands there without.
 *
 * @throws Failure ImageDamaged for a single photo that cannot be read: a package has others to deliver
 */
async function showFramed(context: Context, ports: AddingPorts, rows: readonly NewRow[]): Promise<void> {
  for (const { photoId: chosen, photoIds, frameId, bib } of rows) {
    const photoId = chosen ?? photoIds[0]
    if (frameId === null || photoId === undefined) continue
    await framedPhoto(context, ports, { photoId, frameId, bib }).catch((error: unknown) => {
      if (!isDamaged(error))
        context.log.error({ err: error, photoId, frameId }, 'a framed photo could not be painted')
      else if (chosen !== null) throw error
    })
  }
}

async function packageOf(
  context: Context,
  finder: RunnerFinder,
  product: ProductRow,
  claims: SearchClaims | undefined,
): Promise<PersonalPackage> {
  if (!claims || claims.subject.kind === 'event') throw new Failure('PersonRequired')
  if (claims.eventId !== product.eventId) throw new Failure('TokenScope')
  const { eventId, subject } = claims
  const photoIds = await surePhotoIds(context, finder, { eventId, subject })
  const event = await findEvent(context, eventId)
  // Before the race a package is bought unseen; afterwards there must be something in it.
  if (photoIds.length === 0 && !event?.switches.preorder) throw new Failure('PersonRequired')
  const label =
    subject.kind === 'number' || subject.kind === 'competitor'
      ? subject.number
      : subject.kind === 'surname'
        ? subject.surname
        : ''
  return { subject, person: answerKeyOf(subject) ?? null, subjectLabel: label, photoIds }
}

function placed(row: NewRow, cartId: string, position: number): CartItemRow {
  return { ...row, cartId, position }
}

/** A row as the rules see it, which know no null. */
function asHeld(row: NewRow, photoIds: readonly string[] = row.photoIds) {
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
