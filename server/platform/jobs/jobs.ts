import { sql } from 'drizzle-orm'
import type { Context, Tenant } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { summarizeError } from '../describe-error.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { jobs } from './tables.ts'

/**
 * Runs a job. Throw to retry later. Must be idempotent.
 *
 * @returns the time of the next run, if any
 */
export type JobHandler = (context: Context, payload: unknown) => Promise<Date | undefined | void>

const leaseInMs = 60_000
/** The first eleven within 75 minutes, then one an hour for a week: a bank or a mail relay may be down for days. */
const attemptsAtMost = 11 + 7 * 24
/** Retention of done jobs: a duplicate event within this time finds its work done. */
const doneKeptForInMs = 30 * 24 * 3_600_000
const sweepEveryInMs = 3_600_000

/**
 * Adds a job in the caller's transaction: it is committed together with its cause. A no-op when a job of the same kind and key
 * exists.
 */
export async function enqueue(
  context: Context,
  job: { kind: string; key: string; payload: Record<string, unknown>; runAt?: Date },
): Promise<void> {
  await context.db
    .insert(jobs)
    .values({
      id: newId(),
      tenant: context.tenant.name,
      kind: job.kind,
      uniqueKey: job.key,
      payload: job.payload,
      state: 'Waiting',
      attempts: 0,
      runAt: job.runAt ?? context.now,
      createdOn: context.now,
    })
    .onConflictDoNothing()
}

export interface JobRunner {
  /** Runs all due jobs one after another. Returns the number of runs. */
  drain(): Promise<number>
  /** Polls until `stop` is called. */
  start(): void
  /** Stops after the current job. */
  stop(): Promise<void>
}

/**
 * Creates a runner that claims due jobs (SKIP LOCKED, with a lease that expires when the runner dies) and calls the handlers
 * of their kind. Failed jobs are retried after 2, 4, 8 … seconds up to an hour, with jitter, for a week, then stay as
 * `Failed`. Done jobs are deleted after a month.
 */
export function createJobRunner(parts: {
  db: Db
  log: Logger
  clock: () => Date
  handlers: ReadonlyMap<string, JobHandler>
  contextFor: (tenantName: string) => Context | undefined
  pollInMs?: number
}): JobRunner {
  const { db, log, clock, handlers, contextFor, pollInMs = 500 } = parts
  let stopped = false
  let current: Promise<number> | undefined
  let timer: NodeJS.Timeout | undefined

  const takeNext = async () => {
    const now = clock()
    const lease = new Date(now.getTime() + leaseInMs)
    const taken = await db.execute<{
      id: string
      tenant: Tenant['name']
      kind: string
      payload: unknown
      attempts: number
    }>(sql`
      update jobs set state = 'Running', attempts = attempts + 1, lease_until = ${lease.toISOString()}
      where id = (
        select id from jobs
        where (state = 'Waiting' and run_at <= ${now.toISOString()}) or (state = 'Running' and lease_until < ${now.toISOString()})
        order by run_at limit 1 for update skip locked
      )
      returning id, tenant, kind, payload, attempts`)
    return taken.rows[0]
  }

  const settle = (
    id: string,
    values: { state: string; lastError?: string; runAt?: Date; attempts?: number },
  ) =>
    db.execute(sql`
      update jobs set state = ${values.state}, last_error = ${values.lastError ?? null}, lease_until = null,
        attempts = coalesce(${values.attempts ?? null}::integer, attempts),
        run_at = coalesce(${values.runAt?.toISOString() ?? null}::timestamptz, run_at)
      where id = ${id}`)

  const runOne = async (): Promise<boolean> => {
    const job = await takeNext()
    if (!job) return false
    const handler = handlers.get(job.kind)
    const context = contextFor(job.tenant)
    const renewal = setInterval(() => {
      const until = new Date(clock().getTime() + leaseInMs).toISOString()
      db.execute(
        sql`update jobs set lease_until = ${until} where id = ${job.id} and state = 'Running'`,
      ).catch((error: unknown) => log.warn({ err: error }, 'lease not renewed'))
    }, leaseInMs / 3)
    try {
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`)
      if (!context) throw new Error(`No tenant ${job.tenant}`)
      const again = await handler(context, job.payload)
      if (again) await settle(job.id, { state: 'Waiting', runAt: again, attempts: 0 })
      else await settle(job.id, { state: 'Done' })
    } catch (error) {
      const final = job.attempts >= attemptsAtMost
      const waitInMs = Math.min(3_600_000, 1000 * 2 ** job.attempts) * (0.75 + Math.random() / 2)
      log.error(
        { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
        final ? 'job given up' : 'job failed',
      )
      await settle(job.id, {
        state: final ? 'Failed' : 'Waiting',
        lastError: summarizeError(error),
        runAt: new Date(clock().getTime() + waitInMs),
      })
    } finally {
      clearInterval(renewal)
    }
    return true
  }

  const isStopped = () => stopped
  let sweptOn = Number.NEGATIVE_INFINITY

  const purgeEnded = async () => {
    const now = clock().getTime()
    if (now - sweptOn < sweepEveryInMs) return
    sweptOn = now
    const before = new Date(now - doneKeptForInMs).toISOString()
    await db.execute(sql`delete from jobs where state = 'Done' and run_at < ${before}`)
  }

  const drain = async () => {
    let count = 0
    await purgeEnded()
    while (!isStopped() && (await runOne())) count++
    return count
  }

  const poll = () => {
    if (stopped) return
    current = drain().catch((error: unknown) => {
      log.error({ err: error }, 'jobs cannot be read')
      return 0
    })
    void current.then(() => {
      if (!stopped) timer = setTimeout(poll, pollInMs)
    })
  }

  return {
    drain,
    start: poll,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
