import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { getIntl } from '../../platform/language/catalogue.ts'
import { formatMoney } from '../../platform/language/format-money.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import { priceRunnerPhotos } from '../cart/index.ts'
import { findDistance, findPublicRunner } from '../competitors/index.ts'
import { type EventRow, resolveLocalText } from '../events/index.ts'
import type { PackagePhotos } from '../orders/index.ts'
import { countPhotos, findPhotosWithLargeFaces, ImageRejected } from '../photos/index.ts'
import type { MailImage, Thumbnailer } from './ports.ts'
import { createReadyLetter, type ReadyLetterContent } from './ready-letter.ts'
import type { Letter } from './render-letter.ts'

const maxPictures = 4

/** Services that the letter needs. */
export interface ReadyLetterPorts {
  readonly finder: PackagePhotos
  readonly objects: ObjectStore
  readonly thumbnailer: Thumbnailer
}

/** Content and links of the letter. */
export interface ReadyLetterInput {
  readonly event: EventRow
  /** Start number in its normal form. */
  readonly number: string
  /** Time at which the runner requested it. */
  readonly askedOn: Date
  /** Absolute addresses. */
  readonly photosUrl: string
  readonly unsubscribeUrl: string
}

/**
 * Writes the letter to a runner whose photos were found, in the context's language, with pictures that carry the
 * watermark. Must not be called inside a transaction.
 *
 * @returns undefined when no photo is found any more
 */
export async function writeReadyLetter(
  context: Context,
  { finder, objects, thumbnailer }: ReadyLetterPorts,
  { event, number, askedOn, photosUrl, unsubscribeUrl }: ReadyLetterInput,
): Promise<(Letter & { images: MailImage[] }) | undefined> {
  const found = await finder.find(context, { eventId: event.id, subject: { kind: 'number', number } })
  const photoIds = found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
  const count = photoIds.length
  if (count === 0) return undefined
  const { language, tenant } = context
  const { settings } = tenant
  const runner = await findPublicRunner(context, event, { number, surname: null })
  const { Ready: ready, Processing: processing } = await countPhotos(context, event.id)
  const images = await createReadyPictures(context, { objects, thumbnailer }, photoIds)
  const formatDay = (date: Date) =>
    getIntl(language).formatDate(date, { dateStyle: 'long', timeZone: event.timeZone })
  const letter = createReadyLetter({
    ...{ language, count, number, photosUrl, unsubscribeUrl },
    tenantName: getTenantNames(settings, language).tenantName,
    supportEmail: settings.supportEmail,
    palette: getDocumentPalette(context),
    thumbs: images.map(({ cid }) => ({ cid, alt: '' })),
    event: { title: resolveLocalText(event.title, language), day: formatDay(event.startsOn) },
    time: runner?.time,
    sorted: { ready, all: ready + processing },
    offer: await findReadyOffer(context, event, number, photoIds),
    askedOn: formatDay(askedOn),
  })
  return { ...letter, images }
}

/** Returns what the shop charges for a runner's photos, with the products of the runner's distance. */
async function findReadyOffer(
  context: Context,
  event: EventRow,
  number: string,
  photoIds: readonly string[],
): Promise<ReadyLetterContent['offer']> {
  const distance = await findDistance(context, { eventId: event.id, subject: { kind: 'number', number } })
  const price = await priceRunnerPhotos(context, event.catalogId, photoIds, distance)
  if (!price) return undefined
  const { amount: total, separateAmount, currencyId } = price
  const formatAmount = (amount: number) =>
    formatMoney({ amount, currencyId }, context.language, amount % 100 === 0 ? 0 : 2)
  return {
    sum: formatAmount(total),
    saved: total < separateAmount ? formatAmount(separateAmount - total) : undefined,
  }
}

/** Returns pictures of the photos with the largest faces; those that cannot be read are left out. */
async function createReadyPictures(
  context: Context,
  { objects, thumbnailer }: Pick<ReadyLetterPorts, 'objects' | 'thumbnailer'>,
  photoIds: readonly string[],
): Promise<MailImage[]> {
  const images: MailImage[] = []
  for (const { id, previewKey } of await findPhotosWithLargeFaces(context, photoIds, maxPictures)) {
    try {
      // The watermark of the preview is part of its pixels.
      images.push({ cid: `photo-${id}`, bytes: await thumbnailer.make(await objects.get(previewKey)) })
    } catch (error) {
      if (!(error instanceof ImageRejected || error instanceof ObjectMissing)) throw error
      context.log.warn({ photo: id }, 'a letter goes without a photo that cannot be read')
    }
  }
  return images
}
