import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import type { LocalText } from '../../platform/local-text.ts'
import { getMediaUrl, newMediaKey } from '../../platform/objects/keys.ts'
import { addFrameProducts } from '../catalog/index.ts'
import type { EventRow } from '../events/index.ts'
import type { PaintServices } from './make-framed.ts'
import type { FrameVariant, TimeBox } from './ports.ts'
import { type FrameRow, findFrameBySha, insertFrame } from './store.ts'

/** Describes a frame to be added. */
export interface NewFrame {
  readonly title: LocalText
  /** One PNG for portrait photos, one for landscape photos, or one for both. */
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly plate?: TimeBox | undefined }[]
  /** Minor units; the default prices when absent. */
  readonly price?: number | undefined
  readonly packagePrice?: number | undefined
}

/**
 * Adds a frame to an event, with its two products: one framed photo, and all framed photos of a runner. Idempotent: the same
 * pictures again change nothing.
 *
 * @throws FrameRejected when a picture cannot be a frame
 */
export async function addFrame(
  context: Context,
  services: PaintServices,
  event: EventRow,
  input: NewFrame,
): Promise<{ frame: FrameRow; isNew: boolean }> {
  const hash = sha256(input.pictures.map(({ bytes }) => sha256(bytes)).join('\n'))
  const existing = await findFrameBySha(context, event.id, hash)
  if (existing) {
    await addProducts(context, event, existing, input)
    return { frame: existing, isNew: false }
  }
  const variants: FrameVariant[] = []
  let preview: Uint8Array | undefined
  for (const [index, { bytes, plate }] of input.pictures.entries()) {
    const { width, height, opening, preview: variantPreview } = await services.painter.inspect(bytes)
    const key = `frames/${hash.slice(0, 24)}-${event.id}-${index}`
    await services.objects.put(key, bytes, { contentType: 'image/png' })
    variants.push({ key, width, height, opening, ...(plate ? { plate } : {}) })
    preview ??= variantPreview
  }
  const imageKey = newMediaKey(context)
  await services.objects.put(imageKey, preview ?? new Uint8Array(), { contentType: 'image/webp' })
  const { title } = input
  const added = await insertFrame(context, { eventId: event.id, title, variants, sha256: hash, imageKey })
  await addProducts(context, event, added.frame, input)
  return added
}

function addProducts(context: Context, event: EventRow, frame: FrameRow, input: NewFrame): Promise<void> {
  return addFrameProducts(context, {
    eventId: event.id,
    catalogId: event.catalogId,
    frame: { frameId: frame.id, image: getMediaUrl(frame.imageKey), title: frame.title },
    price: input.price,
    packagePrice: input.packagePrice,
  })
}
