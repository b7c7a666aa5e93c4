import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { makeFullSize, type PaintServices } from './make-framed.ts'
import type { FindFramesToMake } from './ports.ts'
import { countFailure, type FramedPhotoKey, findFramedPhoto } from './store.ts'

/** Limits the size of a batch: between two batches other jobs can run. */
const batchSize = 4
const maxFailures = 5

const Task = z.object({ orderId: z.string(), step: z._default(z.int(), 0) })

/**
 * Paints the missing framed photos of a paid order in batches, and schedules the buyer's notification when all are ready. Runs
 * as a job. A photo that fails several times is skipped, so that the others are delivered.
 */
export async function makeOrdered(
  context: Context,
  services: PaintServices,
  findFramesToMake: FindFramesToMake,
  payload: unknown,
): Promise<void> {
  const { orderId, step } = z.parse(Task, payload)
  const missing = await findFramesToMake(context, orderId)
  const outcomes = await Promise.allSettled(
    missing.slice(0, batchSize).map((input) => makeOrCountFailure(context, services, input)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  // The job is retried; finished photos are kept.
  if (failed) throw failed.reason
  if (missing.length > batchSize) {
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

async function makeOrCountFailure(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<void> {
  try {
    await makeFullSize(context, services, input)
  } catch (error) {
    const framed = await findFramedPhoto(context, input)
    if (framed) await countFailure(context, framed.id, maxFailures)
    throw error
  }
}
