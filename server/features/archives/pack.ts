import * as z from 'zod/mini'
import type { Ground } from '../../platform/app-parts.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import {
  type DeliveredFile,
  filesOfItems,
  findOrder,
  findOrderItems,
  isDelivered,
  type PackagePhotos,
} from '../orders/index.ts'
import { buildArchive } from './build.ts'
import { forgetLater } from './forget.ts'
import { type ArchiveRow, addArchive, changeArchive, findArchive, setProgress } from './store.ts'

const progressStep = 0.02

const Task = z.object({ archiveId: z.string(), fileIds: z.array(z.string()) })

/**
 * Orders a zip of a paid order's files, or of some items'. The same files give the same archive.
 *
 * @throws Failure OrderNotFound, NotPaid, NotFound for items of another order, PhotoNotFound when there is no file yet
 */
export async function orderArchive(
  context: Context,
  finder: PackagePhotos,
  wish: { orderId: string; itemIds?: readonly string[] | undefined },
): Promise<ArchiveRow> {
  const order = await findOrder(context, wish.orderId)
  if (!order) throw new Failure('OrderNotFound')
  if (!isDelivered(order)) throw new Failure('NotPaid')
  const items = await findOrderItems(context, order.id)
  const itemIds = [...new Set(wish.itemIds ?? items.map((item) => item.id))].sort()
  if (itemIds.some((id) => !items.some((item) => item.id === id))) throw new Failure('NotFound')
  const chosen = items.filter((item) => itemIds.includes(item.id))
  const files = withoutRepeats(await filesOfItems(context, finder, chosen))
  if (files.length === 0) throw new Failure('PhotoNotFound')
  const fileIds = files.map(({ fileId }) => fileId).sort()
  return inTransaction(context, async (inside) => {
    const id = newId()
    const { archive, isNew } = await addArchive(inside, {
      id,
      orderId: order.id,
      content: sha256(JSON.stringify(fileIds)),
      itemIds,
      objectKey: `archives/${newId()}`,
      fileName: `${context.tenant.settings.theme}-${order.number}.zip`,
    })
    if (isNew) {
      await enqueue(inside, { kind: 'archives.pack', key: id, payload: { archiveId: id, fileIds } })
      await forgetLater(inside, archive)
    }
    if (archive.state === 'Failed') {
      await changeArchive(inside, archive.id, { state: 'Preparing', progress: 0 })
      const again = `${archive.id}:${inside.now.getTime()}`
      await enqueue(inside, {
        kind: 'archives.pack',
        key: again,
        payload: { archiveId: archive.id, fileIds },
      })
      return { ...archive, state: 'Preparing', progress: 0 }
    }
    return archive
  })
}

/** A job: packs what was ordered. Packing twice gives the same zip. */
export async function packArchive(
  context: Context,
  ground: Pick<Ground, 'objects'>,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const { archiveId, fileIds } = z.parse(Task, payload)
  const archive = await findArchive(context, archiveId)
  if (!archive || archive.state === 'Published') return
  const items = (await findOrderItems(context, archive.orderId)).filter(
    (item) => archive.itemIds === null || archive.itemIds.includes(item.id),
  )
  const files = withoutRepeats(await filesOfItems(context, finder, items))
  const wanted = files.filter(({ fileId }) => fileIds.includes(fileId))
  let told = 0
  try {
    // A zip that lacks a photo must not look like the whole; ordered anew, it holds what there is.
    if (wanted.length < fileIds.length) throw new Error(`${fileIds.length - wanted.length} photos are gone`)
    const sizeInBytes = await buildArchive(ground.objects, wanted, archive.objectKey, async (progress) => {
      if (progress - told < progressStep) return
      told = progress
      await setProgress(context, archiveId, progress)
    })
    await changeArchive(context, archiveId, { state: 'Published', progress: 1, sizeInBytes })
  } catch (error) {
    await changeArchive(context, archiveId, { state: 'Failed' })
    throw error
  }
}

/** A photo that two items give a right to is packed once. */
function withoutRepeats(files: readonly DeliveredFile[]): DeliveredFile[] {
  return [...new Map(files.map((file) => [file.fileId, file])).values()]
}
