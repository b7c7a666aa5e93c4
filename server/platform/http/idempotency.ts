import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../../contract/call.ts'
import type { Context } from '../context.ts'
import { newId, sha256 } from '../ids.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { Failure } from './problem.ts'
import { idempotencyKeys } from './tables.ts'

/** Tracks the calls in progress in one process. */
export interface CallsInProgress {
  /** Fencing token of its leases. One is enough, because a process runs one call of a key at a time. */
  readonly leaseId: string
  /** By tenant, call and key. A repeated call waits for the first one. */
  readonly running: Map<string, Promise<void>>
}

/** Creates the state of a process without calls. */
export const createCallsInProgress = (): CallsInProgress => ({ leaseId: newId(), running: new Map() })

const callsInThisProcess = createCallsInProgress()

/** Limits a lease: after this time without a renewal, the call of a process that died may be repeated. */
const leaseInMs = 10_000
/** Limit of the wait for a call of another process: longer than a lease, shorter than the timeout of a request. */
const maxWaitInMs = 30_000
const pollInMs = 100

/**
 * Runs the work once for each `Idempotency-Key`, also when several processes get it concurrently: the row of the key is inserted
 * before the work, and leased until its answer is stored. The same key with the same request replays the first answer; with
 * another request it fails with `IdempotencyKeyReused`. Only successes are stored, so a failed call can be retried with its key.
 * When a process dies during the work, unique keys of the tables prevent duplicates.
 *
 * @param calls of this process, except in tests
 * @returns the answer of this or of the first run
 * @throws Failure `ServiceUnavailable` when another process does not finish the call in time
 */
export async function runOncePerKey<Answer>(
  context: Context,
  call: Call,
  request: FastifyRequest,
  work: () => Promise<Answer>,
  { leaseId, running }: CallsInProgress = callsInThisProcess,
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return work()
  if (key.length > 255) {
    const field = { field: 'Idempotency-Key', code: 'TooLong', message: 'at most 255 characters' }
    throw new Failure('ValidationFailed', { fields: [field] })
  }
  const name = `${call.service}.${call.name}`
  const requestHash = sha256(JSON.stringify([request.url, request.body ?? null]))
  const callKey = `${context.tenant.name}\n${name}\n${key}`

  while (running.has(callKey)) await running.get(callKey)
  let finish: () => void = () => undefined
  running.set(callKey, new Promise<void>((resolve) => (finish = resolve)))
  try {
    const claim = { call: name, key, requestHash, leaseId }
    const storedAnswer = await claimKey(context, claim)
    if (storedAnswer)
      return (storedAnswer.answer === '' ? undefined : JSON.parse(storedAnswer.answer)) as Answer
    const answer = await runLeased(context, claim, work)
    await enqueueCleanup(context)
    return answer
  } finally {
    running.delete(callKey)
    finish()
  }
}

interface Claim {
  readonly call: string
  readonly key: string
  readonly requestHash: string
  readonly leaseId: string
}

const leaseEnd = sql`now() + ${leaseInMs} * interval '1 millisecond'`

/**
 * Leases the key. Waits while another process has the lease.
 *
 * @returns the stored answer, if there is one; undefined when the key is leased, and the caller must do the work
 */
async function claimKey(context: Context, claim: Claim): Promise<{ answer: string } | undefined> {
  const { leaseId, requestHash } = claim
  const deadline = performance.now() + maxWaitInMs
  const { leaseId: holder, leaseUntil, requestHash: firstHash } = idempotencyKeys
  do {
    const [claimed] = await context.db
      .insert(idempotencyKeys)
      .values({
        ...claim,
        tenant: context.tenant.name,
        answer: '',
        leaseUntil: leaseEnd,
        createdOn: context.now,
      })
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenant, idempotencyKeys.call, idempotencyKeys.key],
        set: { leaseId, leaseUntil: leaseEnd },
        // this process may have failed to release its lease, e.g. without a connection
        setWhere: sql`${firstHash} = ${requestHash} and (${leaseUntil} < now() or ${holder} = ${leaseId})`,
      })
      .returning({ leaseId: holder })
    if (claimed) return undefined
    const storedAnswer = await findRow(context, claim)
    if (storedAnswer) {
      if (storedAnswer.requestHash !== requestHash) throw new Failure('IdempotencyKeyReused')
      if (storedAnswer.leaseId === null) return storedAnswer
      await wait(pollInMs)
    }
  } while (performance.now() < deadline)
  throw new Failure('ServiceUnavailable')
}

/** Does the work while renewing the lease, and stores its answer. When the work fails, the key becomes free again. */
async function runLeased<Answer>(
  context: Context,
  claim: Claim,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { db, log } = context
  const isOwnLease = and(hasKey(context, claim), eq(idempotencyKeys.leaseId, claim.leaseId))
  const renewal = setInterval(() => {
    db.update(idempotencyKeys)
      .set({ leaseUntil: leaseEnd })
      .where(isOwnLease)
      .catch((error: unknown) => log.warn({ err: error }, 'lease of an idempotency key not renewed'))
  }, leaseInMs / 3)
  try {
    const answer = await work()
    const serializedAnswer = answer === undefined ? '' : JSON.stringify(answer)
    await db
      .update(idempotencyKeys)
      .set({ answer: serializedAnswer, leaseId: null, leaseUntil: null })
      .where(isOwnLease)
    return answer
  } catch (error) {
    await db
      .delete(idempotencyKeys)
      .where(isOwnLease)
      .catch((reason: unknown) => log.warn({ err: reason }, 'lease of an idempotency key not released'))
    throw error
  } finally {
    clearInterval(renewal)
  }
}

const cleanupJobKind = 'http.forget-answers'
const dayInMs = 24 * 60 * 60_000

/** Enqueues one cleanup job a day. Keys are guaranteed for one day and stored for two. */
async function enqueueCleanup(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 3) * dayInMs)
  await enqueue(context, { kind: cleanupJobKind, key: runAt.toISOString(), payload: {}, runAt })
}

/** Deletes expired answers of a tenant. */
export const idempotencyJobs: Readonly<Record<string, JobHandler>> = {
  [cleanupJobKind]: async ({ db, tenant, now }) => {
    const before = new Date(now.getTime() - 2 * dayInMs)
    await db
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.tenant, tenant.name), lt(idempotencyKeys.createdOn, before)))
  },
}

const hasKey = (context: Context, { call, key }: Pick<Claim, 'call' | 'key'>) =>
  and(
    eq(idempotencyKeys.tenant, context.tenant.name),
    eq(idempotencyKeys.call, call),
    eq(idempotencyKeys.key, key),
  )

async function findRow(context: Context, claim: Claim) {
  const [row] = await context.db.select().from(idempotencyKeys).where(hasKey(context, claim))
  return row
}
