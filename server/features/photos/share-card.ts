import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import { getDocumentPalette } from '../../platform/document-palette.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import { findFacesAndNumbers } from './card-store.ts'
import type { LinkCardMaker, LinkCardPhoto } from './ports.ts'
import { describeShare, type ValidShare } from './share-texts.ts'
import type { PhotoRow } from './store.ts'

/** Services that link cards need. */
export interface CardServices {
  readonly objects: ObjectStore
  readonly cards: LinkCardMaker
}

/** Draws the preview picture of a link for messengers, in the context's language. */
export async function drawCard(
  context: Context,
  { objects, cards }: CardServices,
  openedShare: ValidShare,
): Promise<Uint8Array> {
  const { headline, line } = describeShare(context, openedShare)
  const { share, runner } = openedShare
  const { accent, onAccent } = getDocumentPalette(context)
  return cards.make({
    photo: await pickSoloPhoto(context, objects, openedShare.photoIds),
    brand: getTenantNames(context.tenant.settings, context.language).tenantName,
    headline,
    line,
    time: runner?.time,
    number: runner?.number ?? share.number ?? undefined,
    colours: { accent, onAccent },
  })
}

/** Minimum height of a foreground face, as a share of the height of the largest face. */
const minForegroundShare = 0.4

/**
 * Picks the photo that shows only the runner: one face in front, at most one number, the fewest faces behind, the largest face.
 * A card is shown to strangers, so without such a photo it shows none.
 */
async function pickSoloPhoto(
  context: Context,
  objects: ObjectStore,
  photoIds: readonly string[],
): Promise<LinkCardPhoto | undefined> {
  const candidates = await findFacesAndNumbers(context, photoIds)
  const soloPhotos = candidates
    .flatMap(({ photo, faces, numbers }) => {
      const largest = faces.toSorted((one, other) => other.height - one.height)[0]
      const foregroundFaces = faces.filter(
        ({ height }) => height >= minForegroundShare * (largest?.height ?? 0),
      )
      return foregroundFaces.length <= 1 && numbers <= 1 ? [{ photo, largest, count: faces.length }] : []
    })
    .toSorted(
      (one, other) =>
        Number(other.count > 0) - Number(one.count > 0) ||
        one.count - other.count ||
        other.photo.faceShare - one.photo.faceShare,
    )
  const [bestPhoto] = soloPhotos
  if (!bestPhoto) return undefined
  const bytes = await loadPreview(context, objects, bestPhoto.photo)
  const face = bestPhoto.largest && toRelativeCenter(bestPhoto.largest, bestPhoto.photo)
  return bytes && { bytes, face }
}

const toRelativeCenter = (
  box: { x: number; y: number; width: number; height: number },
  { width, height }: Pick<PhotoRow, 'width' | 'height'>,
) => ({ x: (box.x + box.width / 2) / width, y: (box.y + box.height / 2) / height })

/** Returns the preview, whose watermark is part of its pixels. */
async function loadPreview(
  context: Context,
  objects: ObjectStore,
  { id, previewKey }: PhotoRow,
): Promise<Uint8Array | undefined> {
  try {
    return await objects.get(previewKey)
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    context.log.warn({ photo: id }, 'a link card goes without a photo whose preview is missing')
    return undefined
  }
}
