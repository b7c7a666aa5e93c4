import * as z from 'zod/mini'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { readSigned, signValue } from '../../platform/http/signed-link.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { ObjectMissing } from '../../platform/objects/port.ts'
import { createOnce } from '../../platform/once.ts'
import { ImageRejected } from '../photos/index.ts'
import { type Source, sourcesOf } from './file-sources.ts'
import type { Shrinker } from './ports.ts'
import { findOrder, findOrderItem, isDelivered } from './store.ts'

const keptForInMs = 30 * 24 * 60 * 60_000

/** Names the item, not the order: who knows an order's id may see all of it. */
const Handle = z.object({ tenant: z.string(), item: z.string(), photo: z.string(), expiresOn: z.number() })

const Task = z.object({ fileId: z.string() })

export const forgetPictures = 'orders.forget-picture'

/** What pictures are made and kept with. */
export interface PictureParts extends Pick<Ground, 'config' | 'objects'> {
  readonly shrinker: Shrinker
}

/** Opens the clean picture of a photo of a paid item until a moment, at the tenant's own host. */
export function handleOfPicture(
  { tenant }: Pick<Context, 'tenant'>,
  { config }: Pick<Ground, 'config'>,
  file: { readonly orderItemId: string; readonly photoId: string },
  expiresOn: Date,
): string {
  const { orderItemId: item, photoId: photo } = file
  const handle = { tenant: tenant.name, item, photo, expiresOn: expiresOn.getTime() }
  return signValue(handle, config.secrets.boughtPicture)
}

/**
 * The stored clean picture that a handle opens, made now when nobody has asked for it lately. Whether its order is still
 * delivered, and its photo still there, is asked each time.
 *
 * @returns key of the object, a WebP
 * @throws Failure NotFound when the handle is not ours, or its photo is gone or cannot be read; LinkExpired; NotPaid when
 *   the order's money went back
 */
export async function openPicture(context: Context, parts: PictureParts, handle: string): Promise<string> {
  const known = z.safeParse(Handle, readSigned(handle, parts.config.secrets.boughtPicture))
  if (!known.success || known.data.tenant !== context.tenant.name) throw new Failure('NotFound')
  if (known.data.expiresOn < context.now.getTime()) throw new Failure('LinkExpired')
  const item = await findOrderItem(context, known.data.item)
  const order = item && (await findOrder(context, item.orderId))
  if (!item || !order) throw new Failure('NotFound')
  if (!isDelivered(order)) throw new Failure('NotPaid')
  const { sources } = await sourcesOf(context, [item], new Map([[item.id, [known.data.photo]]]))
  const [source] = sources
  if (source?.photoId === undefined) throw new Failure('NotFound')
  return stored(context, parts, source)
}

/** A job: removes a clean picture; whoever asks for it again has it made again. */
export async function forgetPicture({ objects }: Pick<Ground, 'objects'>, payload: unknown): Promise<void> {
  await objects.remove(keyOf(z.parse(Task, payload)))
}

const keyOf = ({ fileId }: Pick<Source, 'fileId'>) => `bought/${fileId}`

const once = createOnce<string>()

function stored(context: Context, { objects, shrinker }: PictureParts, source: Source): Promise<string> {
  const key = keyOf(source)
  const { fileId, objectKey } = source
  return once(key, async () => {
    if (await objects.head(key)) return key
    try {
      const { bytes, mime } = await shrinker.shrink(await objects.get(objectKey))
      await objects.put(key, bytes, { contentType: mime })
    } catch (error) {
      if (error instanceof ImageRejected || error instanceof ObjectMissing) throw new Failure('NotFound')
      throw error
    }
    const runAt = new Date(context.now.getTime() + keptForInMs)
    const made = `${fileId}:${context.now.getTime()}`
    await enqueue(context, { kind: forgetPictures, key: made, payload: { fileId }, runAt })
    return key
  })
}
