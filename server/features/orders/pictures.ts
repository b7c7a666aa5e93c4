import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { createCallDeduplicator } from '../../platform/deduplicate-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { readSignedValue, signValue } from '../../platform/http/signed-link.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import type { Services } from '../../platform/services.ts'
import { ImageRejected } from '../photos/index.ts'
import { type FileSource, findSources } from './file-sources.ts'
import type { Shrinker } from './ports.ts'
import { findOrder, findOrderItem, isDelivered } from './store.ts'

const pictureRetentionInMs = 30 * 24 * 60 * 60_000

/** Names the item instead of the order, because the id alone opens some orders. */
const Handle = z.object({ tenant: z.string(), item: z.string(), photo: z.string(), expiresOn: z.number() })

const Task = z.object({ fileId: z.string() })

export const removePictureJob = 'orders.forget-picture'

/** Services for making and storing pictures. */
export interface PictureServices extends Pick<Services, 'config' | 'objects'> {
  readonly shrinker: Shrinker
}

/** Returns a signed handle that opens the unmarked picture of a photo of a paid item until a moment. */
export function createPictureHandle(
  { tenant }: Pick<Context, 'tenant'>,
  { config }: Pick<Services, 'config'>,
  file: { readonly orderItemId: string; readonly photoId: string },
  expiresOn: Date,
): string {
  const { orderItemId: item, photoId: photo } = file
  const handle = { tenant: tenant.name, item, photo, expiresOn: expiresOn.getTime() }
  return signValue(handle, config.secrets.boughtPicture)
}

/**
 * Returns the stored unmarked picture of a handle, making it when it is not stored. Checks on each call that the order is still
 * delivered and the photo exists.
 *
 * @returns key of the object, a WebP
 * @throws Failure NotFound when the handle is invalid, or its photo is gone or cannot be read; LinkExpired; NotPaid when the
 * order was refunded
 */
export async function openPicture(
  context: Context,
  services: PictureServices,
  handle: string,
): Promise<string> {
  const parsed = z.safeParse(Handle, readSignedValue(handle, services.config.secrets.boughtPicture))
  if (!parsed.success || parsed.data.tenant !== context.tenant.name) throw new Failure('NotFound')
  if (parsed.data.expiresOn < context.now.getTime()) throw new Failure('LinkExpired')
  const item = await findOrderItem(context, parsed.data.item)
  const order = item && (await findOrder(context, item.orderId))
  if (!item || !order) throw new Failure('NotFound')
  if (!isDelivered(order)) throw new Failure('NotPaid')
  const { sources } = await findSources(context, [item], new Map([[item.id, [parsed.data.photo]]]))
  const [source] = sources
  if (source?.photoId === undefined) throw new Failure('NotFound')
  return storePicture(context, services, source)
}

/** Removes an unmarked picture; it is made again on request. Runs as a job. */
export async function removePicture({ objects }: Pick<Services, 'objects'>, payload: unknown): Promise<void> {
  await objects.remove(toObjectKey(z.parse(Task, payload)))
}

const toObjectKey = ({ fileId }: Pick<FileSource, 'fileId'>) => `bought/${fileId}`

const makeOnce = createCallDeduplicator<string>()

function storePicture(
  context: Context,
  { objects, shrinker }: PictureServices,
  source: FileSource,
): Promise<string> {
  const key = toObjectKey(source)
  const { fileId, objectKey } = source
  return makeOnce(key, async () => {
    if (await objects.head(key)) return key
    const { bytes, mime } = await shrinkOriginal(objects, shrinker, objectKey)
    const runAt = new Date(context.now.getTime() + pictureRetentionInMs)
    const jobKey = `${fileId}:${context.now.getTime()}`
    // First: a stored picture is not made again, so its removal would never be scheduled.
    await enqueue(context, { kind: removePictureJob, key: jobKey, payload: { fileId }, runAt })
    await objects.put(key, bytes, { contentType: mime })
    return key
  })
}

/** @throws Failure NotFound when the file is gone or cannot be read */
async function shrinkOriginal(objects: ObjectStore, shrinker: Shrinker, objectKey: string) {
  try {
    return await shrinker.shrink(await objects.get(objectKey))
  } catch (error) {
    if (error instanceof ImageRejected || error instanceof ObjectMissing) throw new Failure('NotFound')
    throw error
  }
}
