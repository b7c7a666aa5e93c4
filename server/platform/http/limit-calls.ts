import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sha256 } from '../ids.ts'
import { toClientKey } from './client-key.ts'
import { Failure } from './problem.ts'
import { callCounts } from './tables.ts'

/** Counts the calls of one subject within a window of time, which begins with the first of them. */
export interface CallCounter {
  /** Subject of the count, e.g. a call and an address. Only its hash is stored. */
  readonly subject: string
  readonly windowInMs: number
}

/** Limits the calls of one subject within a window of time. */
export interface CallLimit extends CallCounter {
  readonly max: number
}

/** Limits the calls of one device, and those of all devices at its network address together. */
export interface CallerLimit {
  /** Absent where nothing identifies the device. */
  readonly perDevice?: number
  /** High, because the visitors of a venue share one address. */
  readonly perAddress: number
  readonly windowInMs: number
}

/** Identifies the caller of a call. */
export interface LimitedCaller {
  /** Key or token of the device, not necessarily verified: a forged one still counts for its address. */
  readonly device: string | undefined
  readonly address: string
}

/**
 * Counts a call of a caller.
 *
 * @param call name of what is limited; calls with the same name share their limit
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function limitCaller(
  context: Context,
  call: string,
  { device, address }: LimitedCaller,
  { perDevice, perAddress, windowInMs }: CallerLimit,
): Promise<void> {
  const perAddressLimit = { subject: `${call} address ${toClientKey(address)}`, max: perAddress, windowInMs }
  if (device === undefined || perDevice === undefined) return limitCalls(context, perAddressLimit)
  // keys can be invented: each would otherwise be stored, also when the address is refused
  await requireCallsLeft(context, perAddressLimit)
  const perDeviceLimit = { subject: `${call} device ${device}`, max: perDevice, windowInMs }
  await limitCalls(context, perDeviceLimit, perAddressLimit)
}

/**
 * Counts a call for each limit, in one statement. A call above a limit does not count for those after it: a device above its own
 * limit takes nothing from the others at its address. Processes that share the database share the limit, and it survives
 * restarts.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
export async function limitCalls(context: Context, ...limits: readonly CallLimit[]): Promise<void> {
  const names = limits.map((_, index) => sql.identifier(`counted_${index}`))
  const counts = limits.map((limit, index) => {
    const previous = limits[index - 1]
    const condition = previous && sql`from ${names[index - 1]} where count <= ${previous.max}`
    return sql`${names[index]} as (${buildCountStatement(context, limit, condition)})`
  })
  const reads = limits.map(({ max }, index) => {
    const wait = sql`ceil(extract(epoch from until - ${context.now.toISOString()}::timestamptz))::int`
    return sql`select count, count > ${max} as "isAboveLimit", ${wait} as "waitInSeconds" from ${names[index]}`
  })
  const { rows } = await context.db.execute<{ count: number; isAboveLimit: boolean; waitInSeconds: number }>(
    sql`with ${sql.join(counts, sql`, `)} ${sql.join(reads, sql` union all `)}`,
  )
  if (rows.length === 0) throw new Error('A call was not counted')
  // a new window triggers the deletion of expired ones
  if (rows.at(-1)?.count === 1) await deleteExpiredCounts(context)
  const exceeded = rows.find(({ isAboveLimit }) => isAboveLimit)
  if (exceeded) throw createRefusal(exceeded.waitInSeconds)
}

/**
 * Refuses a call when earlier ones have used up the limit. Counts nothing, so that no other limit needs to count a call which
 * this one refuses.
 *
 * @throws Failure `TooManyRequests` with the time to wait
 */
async function requireCallsLeft(context: Context, { subject, max }: CallLimit): Promise<void> {
  const window = await findWindow(context, subject)
  if (!window || window.count < max) return
  throw createRefusal(Math.ceil((window.until.getTime() - context.now.getTime()) / 1000))
}

const createRefusal = (waitInSeconds: number) =>
  new Failure('TooManyRequests', { retryAfterInSeconds: Math.max(1, waitInSeconds) })

/** Counts a call that is not limited itself. */
export async function countCall(context: Context, counter: CallCounter): Promise<void> {
  await context.db.execute(buildCountStatement(context, counter))
}

/** Returns the number of calls in the current window of a subject. */
export async function findCallCount(context: Context, subject: string): Promise<number> {
  return (await findWindow(context, subject))?.count ?? 0
}

/** Returns the current window of a subject; undefined when there is none. */
async function findWindow(
  { db, tenant, now }: Context,
  subject: string,
): Promise<{ count: number; until: Date } | undefined> {
  const { count, until, subjectHash } = callCounts
  const [row] = await db
    .select({ count, until })
    .from(callCounts)
    .where(and(eq(callCounts.tenant, tenant.name), eq(subjectHash, sha256(subject)), gt(until, now)))
  return row
}

/** Returns a statement that counts a call. @param condition `from` and `where` without which nothing is counted */
function buildCountStatement(
  { tenant, now }: Context,
  { subject, windowInMs }: CallCounter,
  condition: SQL = sql``,
): SQL {
  const until = new Date(now.getTime() + windowInMs).toISOString()
  const isOver = sql`stored.until <= ${now.toISOString()}::timestamptz`
  return sql`
    insert into ${callCounts} as stored (tenant, who, count, until)
    select ${tenant.name}, ${sha256(subject)}, 1, ${until}::timestamptz ${condition}
    on conflict (tenant, who) do update set
      count = case when ${isOver} then 1 else stored.count + 1 end,
      until = case when ${isOver} then excluded.until else stored.until end
    returning count, until`
}

/** Deletes expired windows. Skips those in use: their statements may wait for a row that is deleted here. */
async function deleteExpiredCounts({ db, tenant, now }: Context): Promise<void> {
  const { subjectHash, until } = callCounts
  const isOfTenant = eq(callCounts.tenant, tenant.name)
  const expired = db
    .select({ subjectHash })
    .from(callCounts)
    .where(and(isOfTenant, lte(until, now)))
    .for('update', { skipLocked: true })
  await db.delete(callCounts).where(and(isOfTenant, inArray(subjectHash, expired)))
}
