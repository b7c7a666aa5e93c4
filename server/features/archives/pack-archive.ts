import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { countNoun } from '../../platform/count-noun.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import {
  type DeliveredFile,
  findDeliveredFiles,
  findOrder,
  findOrderItems,
  isDelivered,
  type OrderRow,
  type PackagePhotos,
} from '../orders/index.ts'
import { type ArchiveEntry, buildArchive } from './build-archive.ts'
import { scheduleArchiveDeletion, scheduleFileRemoval } from './delete-expired.ts'
import {
  type ArchiveRow,
  addArchive,
  changeArchive,
  lockArchiveQuota,
  setProgress,
  startPacking,
} from './store.ts'

const progressStep = 0.02
/** Archives of an order may take up this many times the size of its files, until they are deleted after a month. */
const quotaFactor = 4

const Task = z.object({
  archiveId: z.string(),
  fileIds: z.array(z.string()),
  /** Language of the file names; absent in tasks of an earlier version. */
  language: z.optional(Language),
})

/**
 * Requests a zip of the files of a paid order, or of some of its items, with file names in the context's language. The same
 * files in the same language give the same archive.
 *
 * @param requestedIds of items of the order; undefined for all items
 * @throws Failure NotPaid, NotFound for items of another order, PhotoNotFound when there is no file yet,
 *   ArchiveLimit when the archives of the order would exceed their quota
 */
export async function requestArchive(
  context: Context,
  finder: PackagePhotos,
  order: OrderRow,
  requestedIds: readonly string[] | undefined,
): Promise<ArchiveRow> {
  if (!isDelivered(order)) throw new Failure('NotPaid')
  const items = await findOrderItems(context, order.id)
  const itemIds = [...new Set(requestedIds ?? items.map((item) => item.id))].sort()
  if (itemIds.some((id) => !items.some((item) => item.id === id))) throw new Failure('NotFound')
  const chosenItems = items.filter((item) => itemIds.includes(item.id))
  const files = removeDuplicates(await findDeliveredFiles(context, finder, chosenItems))
  if (files.length === 0) throw new Failure('PhotoNotFound')
  const allFiles =
    chosenItems.length === items.length
      ? files
      : removeDuplicates(await findDeliveredFiles(context, finder, items))
  const fileIds = files.map(({ fileId }) => fileId).sort()
  const filesInBytes = sumSizes(files)
  const { language } = context
  // one archive of an order is packed at a time, so that many of them do not delay those of other orders
  const task = { kind: 'archives.pack', serialKey: order.id }
  return inTransaction(context, async (transaction) => {
    const id = newId()
    const usedInBytes = await lockArchiveQuota(transaction, order.id)
    const { archive, isNew } = await addArchive(transaction, {
      id,
      orderId: order.id,
      content: sha256(JSON.stringify([language, fileIds])),
      itemIds,
      objectKey: `archives/${newId()}`,
      fileName: `${context.tenant.settings.theme}-${order.number}.zip`,
      filesInBytes,
    })
    if (isNew) {
      if (usedInBytes + filesInBytes > quotaFactor * sumSizes(allFiles)) throw new Failure('ArchiveLimit')
      await enqueue(transaction, { ...task, key: id, payload: { archiveId: id, fileIds, language } })
      await scheduleArchiveDeletion(transaction, archive)
    }
    if (archive.state === 'Failed') {
      await changeArchive(transaction, archive.id, { state: 'Preparing', progress: 0 })
      const retryKey = `${archive.id}:${transaction.now.getTime()}`
      await enqueue(transaction, {
        ...task,
        key: retryKey,
        payload: { archiveId: archive.id, fileIds, language },
      })
      return { ...archive, state: 'Preparing', progress: 0 }
    }
    return archive
  })
}

/**
 * Packs the ordered files, unless the order was refunded in full meanwhile. Runs as a job, and is idempotent: packing twice
 * gives the same zip.
 */
export async function packArchive(
  context: Context,
  services: Pick<Services, 'objects'>,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const { archiveId, fileIds, language = context.language } = z.parse(Task, payload)
  const archive = await startPacking(context, archiveId)
  if (!archive) return
  const order = await findOrder(context, archive.orderId)
  if (!order || !isDelivered(order)) {
    await changeArchive(context, archiveId, { state: 'Failed' })
    return
  }
  const items = (await findOrderItems(context, archive.orderId)).filter(
    (item) => archive.itemIds === null || archive.itemIds.includes(item.id),
  )
  const files = removeDuplicates(await findDeliveredFiles({ ...context, language }, finder, items))
  const requestedFiles = files.filter(({ fileId }) => fileIds.includes(fileId))
  let lastProgress = 0
  try {
    // A zip that lacks a photo must not look complete; a new order packs the files that exist.
    if (requestedFiles.length < fileIds.length)
      throw new Error(`${countNoun(fileIds.length - requestedFiles.length, 'photo is', 'photos are')} gone`)
    // Files without a capture time get the purchase time, so that packing again gives the same bytes.
    const boughtOn = order.completedOn ?? archive.createdOn
    const entries = requestedFiles.map(
      ({ fileName, objectKey, sizeInBytes, captured: { on, timeZone } }): ArchiveEntry => {
        const fileDate = { on: on ?? boughtOn, timeZone }
        return { fileName, objectKey, sizeInBytes, fileDate }
      },
    )
    const sizeInBytes = await buildArchive(services.objects, entries, archive.objectKey, async (progress) => {
      if (progress - lastProgress < progressStep) return
      lastProgress = progress
      await setProgress(context, archiveId, progress)
    })
    const isStored = await changeArchive(context, archiveId, { state: 'Published', progress: 1, sizeInBytes })
    // A concurrent run of the same job may have failed, which allowed the deletion; its job has removed no zip.
    if (!isStored) await scheduleFileRemoval(context, archive, newId())
  } catch (error) {
    await changeArchive(context, archiveId, { state: 'Failed' })
    throw error
  }
}

const sumSizes = (files: readonly DeliveredFile[]) =>
  files.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0)

/** Removes duplicates: a photo that two items deliver is packed once. */
function removeDuplicates(files: readonly DeliveredFile[]): DeliveredFile[] {
  return [...new Map(files.map((file) => [file.fileId, file])).values()]
}
