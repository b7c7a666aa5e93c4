import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { framesToMake, type PackagePhotos } from '../orders/index.ts'
import { makeFullSize, type PaintParts } from './make-framed.ts'
import { type Framing, findFramed, noteFailure } from './store.ts'

/** Limits the size of a batch: between two batches other jobs can run. */
const photosAtOnce = 4
const failuresAtMost = 5

const Task = z.object({ orderId: z.string(), step: z._default(z.int(), 0) })

/**
 * Paints the missing framed photos of a paid order in batches, and schedules the buyer's notification when all are ready. Runs
 * as a job. A photo that fails several times is skipped, so that the others are delivered.
 */
export async function makeOrdered(
  context: Context,
  parts: PaintParts,
  finder: PackagePhotos,
  payload: unknown,
): Promise<void> {
  const { orderId, step } = z.parse(Task, payload)
  const missing = await framesToMake(context, finder, orderId)
  const made = await Promise.allSettled(
    missing.slice(0, photosAtOnce).map((input) => make(context, parts, input)),
  )
  const failed = made.find((outcome) => outcome.status === 'rejected')
  // The job is retried; finished photos are kept.
  if (failed) throw failed.reason
  if (missing.length > photosAtOnce) {
    const next = { orderId, step: step + 1 }
    await enqueue(context, {
      kind: 'frame.make-ordered',
      key: `${orderId}:${step + 1}:${missing.length}`,
      payload: next,
    })
    return
  }
  const last = missing.length === 0 ? 'none' : missing.map(({ photoId }) => photoId).join()
  await enqueue(context, {
    kind: 'orders.frames-made',
    key: `${orderId}:${step}:${last}`,
    payload: { orderId },
  })
}

async function make(context: Context, parts: PaintParts, input: Framing): Promise<void> {
  try {
    await makeFullSize(context, parts, input)
  } catch (error) {
    const framed = await findFramed(context, input)
    if (framed) await noteFailure(context, framed.id, failuresAtMost)
    throw error
  }
}
