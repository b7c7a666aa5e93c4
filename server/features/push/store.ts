import { and, eq, lt, or } from 'drizzle-orm'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { detachAlerts, moveAlerts } from './alert-store.ts'
import { pushSubscriptions, pushTopics } from './tables.ts'

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect
export type TopicRow = typeof pushTopics.$inferSelect

/**
 * Upserts a browser's subscription and its topics; the endpoint identifies the subscription.
 *
 * @param deviceHash hash of the key of the browser's device; undefined keeps the stored one
 */
export function upsertSubscription(
  context: Context,
  input: { endpoint: string; p256dh: string; auth: string },
  topics: readonly Pick<TopicRow, 'kind' | 'target' | 'subject' | 'announcedCount'>[],
  deviceHash?: string,
): Promise<string> {
  return inTransaction(context, async ({ db, tenant, language, now }) => {
    const [row] = await db
      .insert(pushSubscriptions)
      .values({
        id: newId(),
        tenant: tenant.name,
        ...input,
        endpointHash: sha256(input.endpoint),
        deviceHash: deviceHash ?? null,
        language,
        createdOn: now,
      })
      .onConflictDoUpdate({
        target: [pushSubscriptions.tenant, pushSubscriptions.endpointHash],
        set: {
          p256dh: input.p256dh,
          auth: input.auth,
          language,
          ...(deviceHash !== undefined && { deviceHash }),
        },
      })
      .returning({ id: pushSubscriptions.id })
    if (!row) throw new Error('The subscription was not written')
    for (const topic of topics)
      await db
        .insert(pushTopics)
        .values({ tenant: tenant.name, subscriptionId: row.id, ...topic })
        .onConflictDoUpdate({
          target: [pushTopics.tenant, pushTopics.subscriptionId, pushTopics.kind, pushTopics.target],
          set: { subject: topic.subject, announcedCount: topic.announcedCount },
        })
    return row.id
  })
}

/**
 * Replaces the endpoint and keys of a subscription and keeps its topics and device. If the new endpoint is already known, the
 * topics of both are merged.
 *
 * @param former authenticated by the secret that only its browser and this service know
 * @returns the subscription; undefined when there is no such former one
 */
export function renewSubscription(
  context: Context,
  former: { endpoint: string; auth: string },
  next: { endpoint: string; p256dh: string; auth: string },
): Promise<string | undefined> {
  return inTransaction(context, async (transaction) => {
    const { db, tenant } = transaction
    const whereEndpoint = (endpoint: string) =>
      and(eq(pushSubscriptions.tenant, tenant.name), eq(pushSubscriptions.endpointHash, sha256(endpoint)))
    const found = await db
      .select()
      .from(pushSubscriptions)
      .where(or(whereEndpoint(former.endpoint), whereEndpoint(next.endpoint)))
      .for('update')
    const oldSubscription = found.find(
      ({ endpoint, auth }) => endpoint === former.endpoint && auth === former.auth,
    )
    const existing = found.find(({ endpoint, auth }) => endpoint === next.endpoint && auth === next.auth)
    if (!oldSubscription || oldSubscription === existing) return existing?.id
    const isOfOld = and(eq(pushTopics.tenant, tenant.name), eq(pushTopics.subscriptionId, oldSubscription.id))
    if (existing) {
      const topics = await db.delete(pushTopics).where(isOfOld).returning()
      for (const topic of topics)
        await db
          .insert(pushTopics)
          .values({ ...topic, subscriptionId: existing.id })
          .onConflictDoNothing()
      await moveAlerts(transaction, oldSubscription.id, existing.id)
      await db
        .update(pushSubscriptions)
        .set({ deviceHash: existing.deviceHash ?? oldSubscription.deviceHash })
        .where(eq(pushSubscriptions.id, existing.id))
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, oldSubscription.id))
      return existing.id
    }
    await db
      .update(pushSubscriptions)
      .set({ ...next, endpointHash: sha256(next.endpoint) })
      .where(eq(pushSubscriptions.id, oldSubscription.id))
    return oldSubscription.id
  })
}

/** Returns a subscription by id; undefined when it was deleted. */
export async function findSubscription(context: Context, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await context.db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.tenant, context.tenant.name), eq(pushSubscriptions.id, id)))
  return row
}

/** Returns the ids of the subscriptions of a device. */
export async function findSubscriptionsOfDevice(context: Context, deviceHash: string): Promise<string[]> {
  const rows = await context.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.tenant, context.tenant.name), eq(pushSubscriptions.deviceHash, deviceHash)),
    )
  return rows.map(({ id }) => id)
}

/**
 * Deletes a subscription with its topics.
 *
 * @param endpoint deletes it only while this is its endpoint: it may be renewed concurrently. Default: any
 * @returns whether it was deleted
 */
export function removeSubscription(context: Context, id: string, endpoint?: string): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const { db, tenant } = transaction
    // First, because it waits for a concurrent renewal, which decides whether the topics stay.
    const deleted = await db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.tenant, tenant.name),
          eq(pushSubscriptions.id, id),
          endpoint === undefined ? undefined : eq(pushSubscriptions.endpointHash, sha256(endpoint)),
        ),
      )
      .returning({ id: pushSubscriptions.id })
    if (deleted.length === 0) return false
    await detachAlerts(transaction, id)
    await db
      .delete(pushTopics)
      .where(and(eq(pushTopics.tenant, tenant.name), eq(pushTopics.subscriptionId, id)))
    return true
  })
}

/** Returns the topics subscribed for an order or an event. */
export function findTopics(context: Context, kind: TopicRow['kind'], target: string): Promise<TopicRow[]> {
  return context.db
    .select()
    .from(pushTopics)
    .where(whereTopic(context, kind, target))
}

/** Returns whether there is a topic for an order or an event. */
export async function hasTopics(context: Context, kind: TopicRow['kind'], target: string): Promise<boolean> {
  const rows = await context.db
    .select({ target: pushTopics.target })
    .from(pushTopics)
    .where(whereTopic(context, kind, target))
    .limit(1)
  return rows.length > 0
}

const whereTopic = ({ tenant }: Context, kind: TopicRow['kind'], target: string) =>
  and(eq(pushTopics.tenant, tenant.name), eq(pushTopics.kind, kind), eq(pushTopics.target, target))

/** Sets the announced number of photos; returns false when a concurrent call announced as many. */
export async function raiseAnnouncedCount(
  context: Context,
  topic: TopicRow,
  announcedCount: number,
): Promise<boolean> {
  const rows = await context.db
    .update(pushTopics)
    .set({ announcedCount })
    .where(
      and(
        eq(pushTopics.tenant, context.tenant.name),
        eq(pushTopics.subscriptionId, topic.subscriptionId),
        eq(pushTopics.kind, topic.kind),
        eq(pushTopics.target, topic.target),
        lt(pushTopics.announcedCount, announcedCount),
      ),
    )
    .returning({ announcedCount: pushTopics.announcedCount })
  return rows.length > 0
}
