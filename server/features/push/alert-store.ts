import { and, count, eq, inArray, isNotNull, isNull, lt, notExists, notInArray, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../../platform/context.ts'
import { findEventsByIds } from '../events/index.ts'
import { photoAlerts, pushSubscriptions, pushTopics } from './tables.ts'

export type AlertRow = typeof photoAlerts.$inferSelect
export type AlertInput = Pick<AlertRow, 'id' | 'eventId' | 'number' | 'email' | 'subscriptionId'>

const whereAlert = ({ tenant }: Context, id: string) =>
  and(eq(photoAlerts.tenant, tenant.name), eq(photoAlerts.id, id))

const wherePending = ({ tenant }: Context, eventId: string) =>
  and(eq(photoAlerts.tenant, tenant.name), eq(photoAlerts.eventId, eventId), isNull(photoAlerts.sentOn))

/** Upserts an alert by its id and marks it as not sent. */
export function writeAlert(context: Context, alert: AlertInput): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const existing = await findAlert(transaction, alert.id)
    const { language, letterOrigin: origin, now: createdOn, tenant } = transaction
    const values = { ...alert, language, origin, createdOn, sentOn: null }
    await transaction.db
      .insert(photoAlerts)
      .values({ ...values, tenant: tenant.name })
      .onConflictDoUpdate({ target: [photoAlerts.tenant, photoAlerts.id], set: values })
    const formerSubscriptionId = existing?.subscriptionId
    if (formerSubscriptionId && formerSubscriptionId !== alert.subscriptionId)
      await deleteUnusedSubscriptions(transaction, [formerSubscriptionId])
  })
}

/** Returns an alert of the tenant; undefined for an unknown id. */
export async function findAlert(context: Context, id: string): Promise<AlertRow | undefined> {
  const [row] = await context.db.select().from(photoAlerts).where(whereAlert(context, id))
  return row
}

/** Deletes an alert, and its subscription when nothing else uses it. Returns whether there was one. */
export function deleteAlert(context: Context, id: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const deleted = await transaction.db.delete(photoAlerts).where(whereAlert(transaction, id)).returning()
    await deleteUnusedSubscriptions(
      transaction,
      deleted.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    )
    return deleted.length > 0
  })
}

/** Deletes all alerts of an e-mail address, including sent ones. */
export async function deleteAlertsOfEmail(context: Context, email: string): Promise<void> {
  await context.db
    .delete(photoAlerts)
    .where(and(eq(photoAlerts.tenant, context.tenant.name), eq(photoAlerts.email, email)))
}

/** Returns the alerts of an event that are not sent yet. */
export function findPendingAlerts(context: Context, eventId: string): Promise<AlertRow[]> {
  return context.db.select().from(photoAlerts).where(wherePending(context, eventId))
}

/** Returns whether an event has an alert that is not sent yet. */
export async function hasPendingAlerts(context: Context, eventId: string): Promise<boolean> {
  const rows = await context.db
    .select({ id: photoAlerts.id })
    .from(photoAlerts)
    .where(wherePending(context, eventId))
    .limit(1)
  return rows.length > 0
}

/** Serializes concurrent alerts of an e-mail address until the transaction ends, so that each counts the earlier ones. */
export async function lockEmail({ db, tenant }: Context, email: string): Promise<void> {
  const name = `photo alerts ${tenant.name} ${email}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Counts the other alerts of an e-mail address that are not sent yet. */
export async function countPendingAlerts(context: Context, email: string, exceptId: string): Promise<number> {
  const [row] = await context.db
    .select({ value: count() })
    .from(photoAlerts)
    .where(
      and(
        eq(photoAlerts.tenant, context.tenant.name),
        eq(photoAlerts.email, email),
        isNull(photoAlerts.sentOn),
        sql`${photoAlerts.id} <> ${exceptId}`,
      ),
    )
  return row?.value ?? 0
}

/**
 * Marks an alert as sent. Without an e-mail address it is deleted immediately; otherwise only the address is kept, for the
 * unsubscribe link.
 *
 * @returns false when it was sent or canceled meanwhile
 */
export async function markAlertSent(context: Context, { id, email }: AlertRow): Promise<boolean> {
  const condition = and(whereAlert(context, id), isNull(photoAlerts.sentOn))
  const { db, now: sentOn } = context
  const changed =
    email === null
      ? await db.delete(photoAlerts).where(condition).returning()
      : await db.update(photoAlerts).set({ sentOn, subscriptionId: null }).where(condition).returning()
  return changed.length > 0
}

/** Deletes alerts that were set before a moment and whose event began before it, and subscriptions that are unused since. */
export function deleteOldAlerts(context: Context, before: Date): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db, tenant } = transaction
    const isOld = and(eq(photoAlerts.tenant, tenant.name), lt(photoAlerts.createdOn, before))
    const oldAlerts = await db.selectDistinct({ eventId: photoAlerts.eventId }).from(photoAlerts).where(isOld)
    const events = await findEventsByIds(transaction, oldAlerts)
    const upcomingIds = [...events.values()].flatMap(({ id, startsOn }) => (startsOn > before ? [id] : []))
    await db.delete(photoAlerts).where(and(isOld, notInArray(photoAlerts.eventId, upcomingIds)))
    await deleteUnusedSubscriptions(transaction)
  })
}

/** Returns whether the tenant has an alert. */
export async function hasAlerts({ db, tenant }: Context): Promise<boolean> {
  const rows = await db
    .select({ id: photoAlerts.id })
    .from(photoAlerts)
    .where(eq(photoAlerts.tenant, tenant.name))
    .limit(1)
  return rows.length > 0
}

/** Returns the names of all tenants with alerts or subscriptions, also of removed ones. */
export async function listTenantsOfAlerts({ db }: Context): Promise<string[]> {
  const rows = await db
    .select({ tenant: photoAlerts.tenant })
    .from(photoAlerts)
    .union(db.select({ tenant: pushSubscriptions.tenant }).from(pushSubscriptions))
  return rows.map(({ tenant }) => tenant)
}

/** Moves alerts to the new subscription of a browser. */
export async function moveAlerts(context: Context, fromId: string, toId: string): Promise<void> {
  await context.db
    .update(photoAlerts)
    .set({ subscriptionId: toId })
    .where(and(eq(photoAlerts.tenant, context.tenant.name), eq(photoAlerts.subscriptionId, fromId)))
}

/** Detaches alerts from a deleted subscription; those without an e-mail address are deleted. */
export async function detachAlerts(context: Context, subscriptionId: string): Promise<void> {
  const { db, tenant } = context
  const isOfSubscription = and(
    eq(photoAlerts.tenant, tenant.name),
    eq(photoAlerts.subscriptionId, subscriptionId),
  )
  await db.delete(photoAlerts).where(and(isOfSubscription, isNull(photoAlerts.email)))
  await db.update(photoAlerts).set({ subscriptionId: null }).where(isOfSubscription)
}

/**
 * Deletes subscriptions without topics and alerts. Must be called inside a transaction. Subscriptions that a concurrent
 * transaction has locked are in use and stay.
 *
 * @param ids candidates; when absent all, except those of the last day, whose message may be pending
 */
async function deleteUnusedSubscriptions(context: Context, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return
  const { db, tenant, now } = context
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000)
  const topics = db
    .select({ id: pushTopics.subscriptionId })
    .from(pushTopics)
    .where(and(eq(pushTopics.tenant, tenant.name), eq(pushTopics.subscriptionId, pushSubscriptions.id)))
  const alerts = db
    .select({ id: photoAlerts.id })
    .from(photoAlerts)
    .where(
      and(
        eq(photoAlerts.tenant, tenant.name),
        isNotNull(photoAlerts.subscriptionId),
        eq(photoAlerts.subscriptionId, pushSubscriptions.id),
      ),
    )
  const isUnused = and(
    eq(pushSubscriptions.tenant, tenant.name),
    ids ? inArray(pushSubscriptions.id, [...ids]) : lt(pushSubscriptions.createdOn, yesterday),
    notExists(topics),
    notExists(alerts),
  )
  const locked = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(isUnused)
    .for('update', { skipLocked: true })
  if (locked.length === 0) return
  const lockedIds = locked.map(({ id }) => id)
  // Checked again by another statement: this one does not see topics that were committed since it began.
  await db
    .delete(pushSubscriptions)
    .where(and(isUnused, sql`${pushSubscriptions.id} = any(${sql.param(lockedIds)}::text[])`))
}
