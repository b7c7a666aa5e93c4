import * as z from 'zod/mini'
import type { PushMessage } from '../../../contract/push.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PhotoFinder } from '../competitors/index.ts'
import { findEvent, localText } from '../events/index.ts'
import { findOrder } from '../orders/index.ts'
import { countPhotos } from '../photos/index.ts'
import { findSubscription, raiseTold, type SubscriptionRow, type TopicRow, topicsOf } from './store.ts'
import { sayIn } from './words.ts'

export const sendJob = 'push.send'
export const eventJob = 'push.event'

/** Photos come by the hundred; a telephone rings once for those of so long. */
const eventPauseInMs = 2 * 60_000

/** What is told of an order: it is paid and waits for its photos, its files are ready, more of them have come. */
export type OrderNews = 'paid' | 'ready' | 'more'

/** Tells whoever asked for it of an order; the same news once. @param count of files, for those that came later */
export async function tellOfOrder(
  context: Context,
  orderId: string,
  news: OrderNews,
  count: number,
): Promise<void> {
  const topics = await topicsOf(context, 'order', orderId)
  if (topics.length === 0) return
  const order = await findOrder(context, orderId)
  if (!order) return
  const path = `/${order.preorder ? 'preorder' : 'order'}/${orderId}`
  for (const topic of topics)
    await send(context, topic, `${orderId}:${news}:${count}`, ({ language }) => ({
      body: sayIn(language)(news, { number: order.number, count }),
      path,
      tag: `order-${orderId}`,
    }))
}

/** Has those told who wait for photos of an event, a little later, so that several are one message. */
export async function tellOfPhotos(context: Context, eventId: string, now: Date): Promise<void> {
  if ((await topicsOf(context, 'event', eventId)).length === 0) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / eventPauseInMs) * eventPauseInMs)
  const key = `${eventId}:${runAt.toISOString()}`
  await enqueue({ ...context, now }, { kind: eventJob, key, payload: { eventId }, runAt })
}

const EventTask = z.object({ eventId: z.string() })

/** A job: counts again for each who waits, and tells those for whom there are more photos than she knew. */
export async function tellEvent(context: Context, finder: PhotoFinder, payload: unknown): Promise<void> {
  const { eventId } = z.parse(EventTask, payload)
  const event = await findEvent(context, eventId)
  if (!event) return
  for (const topic of await topicsOf(context, 'event', eventId)) {
    const count = await countFor(context, finder, eventId, topic.subject)
    if (count <= topic.told) continue
    const fresh = count - topic.told
    // what is noted as told is in line to be sent: both or neither
    await inTransaction(context, async (inside) => {
      if (!(await raiseTold(inside, topic, count))) return
      await send(inside, topic, `${eventId}:${count}`, ({ language }) => ({
        body: sayIn(language)(topic.subject ? 'mine' : 'photos', {
          count: fresh,
          event: localText(event.title, language),
        }),
        path: `/event/${eventId}${topic.subject ? '/my' : ''}`,
        tag: `event-${eventId}`,
      }))
    })
  }
}

/** How many photos there are for a topic at this moment. Not to be called inside a transaction. */
export async function countFor(
  context: Context,
  finder: PhotoFinder,
  eventId: string,
  subject: TopicRow['subject'],
): Promise<number> {
  if (subject) return finder.count(context, { eventId, subject })
  return (await countPhotos(context, eventId)).Ready
}

async function send(
  context: Context,
  topic: TopicRow,
  key: string,
  words: (subscription: SubscriptionRow) => Pick<PushMessage, 'body' | 'path' | 'tag'>,
): Promise<void> {
  const subscription = await findSubscription(context, topic.subscriptionId)
  if (!subscription) return
  const message: PushMessage = {
    title: namesIn(context.tenant.settings, subscription.language).tenantName,
    language: subscription.language,
    ...words(subscription),
  }
  const { id: subscriptionId } = subscription
  const payload = { subscriptionId, message, since: context.now.toISOString() }
  await enqueue(context, { kind: sendJob, key: `${subscriptionId}:${key}`, payload })
}
