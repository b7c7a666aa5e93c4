import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { framesToMake, type PackagePhotos } from '../orders/index.ts'
import { makeFullSize, type PaintParts } from './make-framed.ts'
import { type Framing, findFramed, noteFailure } from './store.ts'

/** Between two steps other jobs get their turn. */
const photosAtOnce = 4
const failuresAtMost = 5

const Task = z.object({ orderId: z.string(), step: z._default(z.int(), 0) })

/**
 * A job: makes the framed photos that a paid order lacks, a few at a time, and has the buyer told when all are there.
 * One that cannot be made after several tries is left out, so that the others arrive.
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
    missing.slice(0, photosAtOnce).map((wish) => make(context, parts, wish)),
  )
  const failed = made.find((outcome) => outcome.status === 'rejected')
  // The runner tries again later; what is made is kept.
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

async function make(context: Context, parts: PaintParts, wish: Framing): Promise<void> {
  try {
    await makeFullSize(context, parts, wish)
  } catch (error) {
    const framed = await findFramed(context, wish)
    if (framed) await noteFailure(context, framed.id, failuresAtMost)
    throw error
  }
}
