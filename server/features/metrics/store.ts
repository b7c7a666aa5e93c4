import { and, count, eq, gt, inArray, isNotNull, lte, min, ne, notExists, sum } from 'drizzle-orm'
import type { Db } from '../../platform/db/connect.ts'
import { jobs } from '../../platform/jobs/tables.ts'
import { ingestLeaseInMs, ingests } from '../ingest/tables.ts'
import { payments, refunds } from '../invoices/tables.ts'

/** Counts the pending work of the installation, of all tenants together. */
export interface Backlog {
  /** Files that active ingests have found and not yet processed. */
  readonly ingestWaiting: number
  /** Jobs that are due or were given up, by kind and state. */
  readonly jobs: readonly { kind: string; state: string; count: number }[]
  /** Seconds since the longest-waiting job was due; 0 when there is none. */
  readonly jobLagInSeconds: number
  /** Payment attempts without a decision of the bank. */
  readonly paymentsWaiting: number
  /** Payments flagged for manual review, without duplicate ones whose refund was not declined. */
  readonly paymentsInReview: number
}

/** Reads the pending work of the installation. */
export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const isActive = gt(ingests.renewedOn, new Date(now.getTime() - ingestLeaseInMs))
  const [files] = await db
    .select({ waiting: sum(ingests.waiting).mapWith(Number) })
    .from(ingests)
    .where(isActive)
  const rows = await db
    .select({ kind: jobs.kind, state: jobs.state, count: count(), since: min(jobs.runAt) })
    .from(jobs)
    .where(and(inArray(jobs.state, ['Waiting', 'Failed']), lte(jobs.runAt, now)))
    .groupBy(jobs.kind, jobs.state)
  const due = rows.flatMap(({ state, since }) => (state === 'Waiting' && since ? [since.getTime()] : []))
  const isPayment = eq(payments.type, 'Payment')
  const [waiting] = await db
    .select({ count: count() })
    .from(payments)
    .where(and(isPayment, inArray(payments.state, ['Created', 'Pending'])))
  const ownRefund = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.tenant, payments.tenant),
        eq(refunds.paymentId, payments.id),
        eq(refunds.reason, 'PaidTwice'),
        ne(refunds.state, 'Declined'),
      ),
    )
  const [flagged] = await db
    .select({ count: count() })
    .from(payments)
    .where(and(isNotNull(payments.reviewReason), notExists(ownRefund)))
  return {
    ingestWaiting: files?.waiting ?? 0,
    jobs: rows.map(({ kind, state, count }) => ({ kind, state, count })),
    jobLagInSeconds: due.length === 0 ? 0 : (now.getTime() - Math.min(...due)) / 1000,
    paymentsWaiting: waiting?.count ?? 0,
    paymentsInReview: flagged?.count ?? 0,
  }
}
