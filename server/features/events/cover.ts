import type { Context } from '../../platform/context.ts'
import { newMediaKey } from '../../platform/objects/keys.ts'
import type { ObjectStore } from '../../platform/objects/port.ts'
import type { CoverMaker, EncodedPicture } from './ports.ts'
import { type EventRow, setEventCover } from './store.ts'

/**
 * Replaces the cover of an event.
 *
 * @param bytes as the organizer sent it
 * @throws ImageRejected when that is no picture, or one that cannot be read
 */
export async function putCover(
  context: Context,
  parts: { readonly objects: ObjectStore; readonly covers: CoverMaker },
  event: EventRow,
  bytes: Uint8Array,
): Promise<void> {
  const { large, small, placeholder } = await parts.covers.makeCover(bytes)
  const storePicture = async ({ bytes: content, mime, width, height }: EncodedPicture) => {
    const key = newMediaKey(context)
    await parts.objects.put(key, Buffer.from(content), { contentType: mime })
    return { key, width, height }
  }
  await setEventCover(context, event.id, {
    ...(await storePicture(large)),
    placeholder,
    small: await storePicture(small),
  })
  // The previous pictures stay: a recent response may still refer to them.
}
