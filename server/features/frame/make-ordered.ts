import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { isDamaged, makeFullSize, type PaintServices } from './make-framed.ts'
import { type FindFramesToMake, PainterEnded } from './ports.ts'
import { countFailure, type FramedPhotoKey, findFramedPhoto } from './store.ts'

/** Limits the size of a batch: between two batches other jobs can run. */
const batchSize = 4
const maxFailuresOfDamaged = 5
/** Spread over more than an hour by the retries of the job: the machine may merely have been short of memory. */
const maxFailuresOfPainter = 12

const Task = z.object({
  orderId: z.string(),
  /** Identifies the batches of one request to paint; absent for the photos of the purchase, and in tasks of an earlier version. */
  chain: z._default(z.string(), 'purchase'),
  step: z._default(z.int(), 0),
})

/**
 * Paints the missing framed photos of a paid order in batches, and schedules the buyer's notification when all are ready. Runs
 * as a job. A photo that cannot be painted is skipped after several failures, so that the others are delivered. After any other
 * error, e.g. of the storage, the job is retried for as long as jobs are.
 */
export async function makeOrdered(
  context: Context,
  services: PaintServices,
  findFramesToMake: FindFramesToMake,
  payload: unknown,
): Promise<void> {
  const { orderId, chain, step } = z.parse(Task, payload)
  const missing = await findFramesToMake(context, orderId)
  const outcomes = await Promise.allSettled(
    missing.slice(0, batchSize).map((input) => makeOrCountFailure(context, services, input)),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  // The job is retried; finished photos are kept.
  if (failed) throw failed.reason
  if (missing.length > batchSize) {
    const next = { orderId, chain, step: step + 1 }
    await enqueue(context, {
      kind: 'frame.make-ordered',
      key: `${orderId}:${chain}:${next.step}`,
      payload: next,
    })
    return
  }
  await enqueue(context, { kind: 'orders.frames-made', key: `${orderId}:${chain}`, payload: { orderId } })
}

async function makeOrCountFailure(
  context: Context,
  services: PaintServices,
  input: FramedPhotoKey,
): Promise<void> {
  try {
    await makeFullSize(context, services, input)
  } catch (error) {
    const maxFailures = getMaxFailures(error)
    const framed = maxFailures === undefined ? undefined : await findFramedPhoto(context, input)
    if (maxFailures !== undefined && framed) await countFailure(context, framed.id, maxFailures)
    throw error
  }
}

/** Returns after how many failures a photo is skipped; undefined when the error says nothing about the photo. */
function getMaxFailures(error: unknown): number | undefined {
  if (isDamaged(error)) return maxFailuresOfDamaged
  return error instanceof PainterEnded ? maxFailuresOfPainter : undefined
}
