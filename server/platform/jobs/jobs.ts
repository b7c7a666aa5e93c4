import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
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

/** Kinds of jobs that share slots. Jobs of one lane never wait for those of another. */
export interface Lane {
  readonly name: string
  readonly kinds: readonly string[]
  /** Maximum number of its jobs that one process runs concurrently. */
  readonly concurrency: number
}

/** The lane of all kinds that no lane lists. */
const otherLane: Lane = { name: 'other', kinds: [], concurrency: 1 }

const leaseInMs = 60_000
/** The first eleven within 75 minutes, then one an hour for a week: a bank or a mail relay may be down for days. */
const maxAttempts = 11 + 7 * 24
/** Retention of done jobs: a duplicate event within this time finds its work done. */
const doneRetentionInMs = 30 * 24 * 3_600_000
const purgeIntervalInMs = 3_600_000

/**
 * Adds a job in the caller's transaction: it is committed together with its cause. A no-op when a job of the same kind and key
 * exists.
 *
 * @param job `serialKey`: jobs of one kind with the same serial key run one at a time, after those of keys with fewer done jobs.
 *   Default: no such limit
 */
export async function enqueue(
  context: Context,
  job: { kind: string; key: string; payload: Record<string, unknown>; runAt?: Date; serialKey?: string },
): Promise<void> {
  await context.db
    .insert(jobs)
    .values({
      id: newId(),
      tenant: context.tenant.name,
      kind: job.kind,
      uniqueKey: job.key,
      serialKey: job.serialKey,
      payload: job.payload,
      state: 'Waiting',
      attempts: 0,
      runAt: job.runAt ?? context.now,
      createdOn: context.now,
    })
    .onConflictDoNothing()
}

/** Returns whether a job with a serial key waits and is due. A job that calls it with its own key does not count itself. */
export async function isJobDue(
  { db, tenant, now }: Context,
  { kind, serialKey }: { kind: string; serialKey: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.tenant, tenant.name),
        eq(jobs.kind, kind),
        eq(jobs.serialKey, serialKey),
        eq(jobs.state, 'Waiting'),
        lte(jobs.runAt, now),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Returns the state of a job; undefined when there is none, or it was done more than a month ago. */
export async function findJobState(
  { db, tenant }: Context,
  { kind, key }: { kind: string; key: string },
): Promise<(typeof jobs.$inferSelect)['state'] | undefined> {
  const [row] = await db
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.tenant, tenant.name), eq(jobs.kind, kind), eq(jobs.uniqueKey, key)))
  return row?.state
}

export interface JobRunner {
  /** Runs all due jobs of all lanes one after another. Returns the number of runs. */
  drain(): Promise<number>
  /** Polls until `stop` is called, and runs due jobs concurrently in their lanes. */
  start(): void
  /**
   * Takes no more jobs and waits for the running ones. Those that still run after `limitInMs` become due again at once, for any
   * process; the caller must then exit. Default: no limit.
   */
  stop(limitInMs?: number): Promise<void>
}

/** A job that this process has leased. */
type LeasedJob = {
  readonly id: string
  /** Fencing token: each lease of a job has another one. */
  readonly leaseId: string
  readonly tenant: Tenant['name']
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
}

/**
 * Creates a runner that claims due jobs (SKIP LOCKED, with a lease that expires when the runner dies) and calls the handlers
 * of their kind. A runner whose lease was taken over cannot change the job any more. Failed jobs are retried after 2, 4, 8 …
 * seconds up to an hour, with jitter, for a week, then stay as `Failed`. Done jobs are deleted after a month.
 *
 * @param parts `clock`: time of leases and due jobs; default: the clock of the database, which all hosts share. `lanes`: default:
 *   none, so that `start` runs one job at a time
 */
export function createJobRunner(parts: {
  db: Db
  log: Logger
  clock?: () => Date
  handlers: ReadonlyMap<string, JobHandler>
  lanes?: readonly Lane[]
  createContext: (tenantName: string) => Context | undefined
  pollInMs?: number
}): JobRunner {
  const { db, log, clock, handlers, lanes = [], createContext, pollInMs = 500 } = parts
  const now = (): SQL => (clock ? sql`${clock().toISOString()}::timestamptz` : sql`now()`)
  const toSqlTimeFromNow = (ms: number): SQL => sql`(${now()} + ${ms} * interval '1 millisecond')`
  const leasedJobs = new Map<string, LeasedJob>()
  const stopController = new AbortController()
  const { signal } = stopController

  /** Leases the next due job. @param condition of the table `job` */
  const leaseNextJob = async (condition: SQL = sql`true`): Promise<LeasedJob | undefined> => {
    const isDue = (table: SQL) => sql`(
      (${table}.state = 'Waiting' and ${table}.run_at <= ${now()})
      or (${table}.state = 'Running' and ${table}.lease_until < ${now()}))`
    const { rows } = await db.execute<LeasedJob>(sql`
      update jobs set state = 'Running', attempts = attempts + 1, lease_id = ${newId()}, lease_until = ${toSqlTimeFromNow(leaseInMs)}
      where id = (
        select id from jobs job
        where ${isDue(sql`job`)} and ${condition}
          and (job.serial_key is null or not exists (
            select from jobs other
            where other.serial_key = job.serial_key and other.kind = job.kind and other.tenant = job.tenant
              and other.id <> job.id
              and ((other.state = 'Running' and other.lease_until >= ${now()})
                or (${isDue(sql`other`)} and (other.run_at, other.id) < (job.run_at, job.id)))))
        order by
          case when job.serial_key is null then 0 else (
            select count(*) from jobs done
            where done.serial_key = job.serial_key and done.kind = job.kind and done.tenant = job.tenant
              and done.state = 'Done')
          end,
          job.run_at
        limit 1 for update skip locked
      )
      returning id, lease_id as "leaseId", tenant, kind, payload, attempts`)
    const [job] = rows
    if (job) leasedJobs.set(job.leaseId, job)
    return job
  }

  /** Changes a job and ends its lease. A no-op when the lease was taken over. */
  const endLease = async (
    { id, leaseId, kind }: LeasedJob,
    values: { state: string; lastError?: string; runAt?: SQL; attempts?: number },
  ): Promise<void> => {
    leasedJobs.delete(leaseId)
    const { rows } = await db.execute(sql`
      update jobs set state = ${values.state}, last_error = ${values.lastError ?? null},
        lease_until = null, lease_id = null,
        attempts = coalesce(${values.attempts ?? null}::integer, attempts),
        run_at = coalesce(${values.runAt ?? null}::timestamptz, run_at)
      where id = ${id} and lease_id = ${leaseId}
      returning id`)
    if (rows.length === 0) log.warn({ job: id, kind }, 'job result dropped: its lease was taken over')
  }

  const runJob = async (job: LeasedJob): Promise<void> => {
    const handler = handlers.get(job.kind)
    const context = createContext(job.tenant)
    const renewal = setInterval(() => {
      db.execute(
        sql`update jobs set lease_until = ${toSqlTimeFromNow(leaseInMs)} where id = ${job.id} and lease_id = ${job.leaseId}`,
      ).catch((error: unknown) => log.warn({ err: error }, 'lease not renewed'))
    }, leaseInMs / 3)
    try {
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`)
      if (!context) throw new Error(`No tenant ${job.tenant}`)
      const nextRunAt = await handler(context, job.payload)
      if (nextRunAt)
        await endLease(job, { state: 'Waiting', runAt: sql`${nextRunAt.toISOString()}`, attempts: 0 })
      else await endLease(job, { state: 'Done' })
    } catch (error) {
      const isFinal = job.attempts >= maxAttempts
      const waitInMs = Math.min(3_600_000, 1000 * 2 ** job.attempts) * (0.75 + Math.random() / 2)
      log.error(
        { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
        isFinal ? 'job given up' : 'job failed',
      )
      await endLease(job, {
        state: isFinal ? 'Failed' : 'Waiting',
        lastError: summarizeError(error),
        runAt: toSqlTimeFromNow(waitInMs),
      })
    } finally {
      clearInterval(renewal)
      leasedJobs.delete(job.leaseId)
    }
  }

  let purgedAt = Number.NEGATIVE_INFINITY

  const purgeDoneJobs = async () => {
    const nowInMs = clock?.().getTime() ?? performance.now()
    if (nowInMs - purgedAt < purgeIntervalInMs) return
    purgedAt = nowInMs
    await db.execute(
      sql`delete from jobs where state = 'Done' and run_at < ${toSqlTimeFromNow(-doneRetentionInMs)}`,
    )
  }

  const drain = async () => {
    let count = 0
    await purgeDoneJobs()
    while (!signal.aborted) {
      const job = await leaseNextJob()
      if (!job) break
      await runJob(job)
      count++
    }
    return count
  }

  const slots = createSlots(lanes)
  const running = new Set<Promise<void>>()

  /** Starts due jobs until no lane has a free slot, or no job of a lane with a free slot is due. */
  const dispatch = async () => {
    await purgeDoneJobs()
    while (!signal.aborted && slots.isAnyFree()) {
      const job = await leaseNextJob(slots.selectFree())
      if (!job) return
      const release = slots.occupy(job.kind)
      const work: Promise<void> = runJob(job)
        .catch((error: unknown) => log.error({ err: error, job: job.id }, 'state of a job not stored'))
        .finally(() => {
          release()
          running.delete(work)
          poll()
        })
      running.add(work)
    }
  }

  let dispatching: Promise<void> | undefined
  let isDispatchWanted = false
  let timer: NodeJS.Timeout | undefined

  const dispatchWhileWanted = async () => {
    while (isDispatchWanted) {
      isDispatchWanted = false
      await dispatch().catch((error: unknown) => log.error({ err: error }, 'jobs cannot be read'))
    }
    dispatching = undefined
    if (!signal.aborted) timer = setTimeout(poll, pollInMs)
  }

  /** Dispatches now, or once more after the dispatch in progress. */
  const poll = () => {
    if (signal.aborted) return
    clearTimeout(timer)
    isDispatchWanted = true
    dispatching ??= dispatchWhileWanted()
  }

  const releaseLeasedJobs = () =>
    Promise.all(
      [...leasedJobs.values()].map((job) => {
        log.warn({ job: job.id, kind: job.kind }, 'job interrupted by the stop: it is due again')
        return endLease(job, { state: 'Waiting' }).catch((error: unknown) =>
          log.warn({ err: error }, 'lease not ended'),
        )
      }),
    )

  return {
    drain,
    start: poll,
    stop: async (limitInMs) => {
      stopController.abort()
      clearTimeout(timer)
      await dispatching
      const ended = Promise.all(running).then(() => true)
      if (limitInMs === undefined) await ended
      else if (!(await Promise.race([ended, wait(limitInMs, false, { ref: false })])))
        await releaseLeasedJobs()
    },
  }
}

/** Counts the running jobs of each lane. */
function createSlots(lanes: readonly Lane[]) {
  const listedKinds = lanes.flatMap(({ kinds }) => kinds)
  const usedSlots = new Map<string, number>()
  const countUsed = ({ name }: Lane) => usedSlots.get(name) ?? 0
  const isFree = (lane: Lane) => countUsed(lane) < lane.concurrency
  return {
    isAnyFree: () => [...lanes, otherLane].some(isFree),
    /** Returns the condition of jobs whose lane has a free slot. */
    selectFree: (): SQL => {
      const freeKinds = lanes.filter(isFree).flatMap(({ kinds }) => kinds)
      const isListed = sql`job.kind = any(${sql.param(freeKinds)}::text[])`
      return isFree(otherLane)
        ? sql`(${isListed} or job.kind <> all(${sql.param(listedKinds)}::text[]))`
        : isListed
    },
    /** Occupies a slot of the lane of a kind. @returns a function that releases it */
    occupy: (kind: string) => {
      const lane = lanes.find(({ kinds }) => kinds.includes(kind)) ?? otherLane
      usedSlots.set(lane.name, countUsed(lane) + 1)
      return () => {
        usedSlots.set(lane.name, countUsed(lane) - 1)
      }
    },
  }
}
