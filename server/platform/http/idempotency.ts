import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../../contract/call.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../ids.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { Failure } from './problem.ts'
import { idempotencyKeys } from './tables.ts'

/** Calls in progress in this process, by tenant, call and key. A repeated call waits for the first one. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs the work once for each `Idempotency-Key`. The same key with the same request replays the first answer; with another
 * request it fails with `IdempotencyKeyReused`. Only successes are stored, so a failed call can be retried with its key.
 * Across processes, unique keys of the tables prevent duplicates.
 *
 * @returns the answer of this or of the first run
 */
export async function answerOnce<Answer>(
  context: Context,
  call: Call,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return work()
  if (key.length > 255) {
    const field = { field: 'Idempotency-Key', code: 'TooLong', message: 'at most 255 characters' }
    throw new Failure('ValidationFailed', { fields: [field] })
  }
  const name = `${call.service}.${call.name}`
  const hash = sha256(JSON.stringify([request.url, request.body ?? null]))
  const lane = `${context.tenant.name}\n${name}\n${key}`

  while (running.has(lane)) await running.get(lane)
  let finish: () => void = () => undefined
  running.set(lane, new Promise<void>((resolve) => (finish = resolve)))
  try {
    const known = await find(context, name, key)
    if (known) {
      if (known.requestHash !== hash) throw new Failure('IdempotencyKeyReused')
      return (known.answer === '' ? undefined : JSON.parse(known.answer)) as Answer
    }
    const answer = await work()
    await context.db
      .insert(idempotencyKeys)
      .values({
        tenant: context.tenant.name,
        call: name,
        key,
        requestHash: hash,
        answer: answer === undefined ? '' : JSON.stringify(answer),
        createdOn: context.now,
      })
      .onConflictDoNothing()
    await enqueueForgetting(context)
    return answer
  } finally {
    running.delete(lane)
    finish()
  }
}

const forgetAnswers = 'http.forget-answers'
const dayInMs = 24 * 60 * 60_000

/** Enqueues one cleanup job a day. Keys are guaranteed for one day and stored for two. */
async function enqueueForgetting(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 3) * dayInMs)
  await enqueue(context, { kind: forgetAnswers, key: runAt.toISOString(), payload: {}, runAt })
}

/** The job that deletes expired answers of a tenant. */
export const idempotencyJobs: Readonly<Record<string, JobHandler>> = {
  [forgetAnswers]: async ({ db, tenant, now }) => {
    const before = new Date(now.getTime() - 2 * dayInMs)
    await db
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.tenant, tenant.name), lt(idempotencyKeys.createdOn, before)))
  },
}

async function find(context: Context, call: string, key: string) {
  const [row] = await context.db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.tenant, context.tenant.name),
        eq(idempotencyKeys.call, call),
        eq(idempotencyKeys.key, key),
      ),
    )
  return row
}
