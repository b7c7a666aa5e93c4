import * as z from 'zod/mini'
import type { PushMessage } from '../../../contract/push.ts'
import { namesIn } from '../../../contract/tenant-names.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PhotoFinder } from '../competitors/index.ts'
import { type EventRow, findEvent, localText } from '../events/index.ts'
import { findOrder } from '../orders/index.ts'
import { countPhotos } from '../photos/index.ts'
import { type AlertRow, markAlertSent, waitingAlerts } from './alert-store.ts'
import { findSubscription, findTopics, raiseTold, type SubscriptionRow, type TopicRow } from './store.ts'
import { sayIn } from './words.ts'

export const sendJob = 'push.send'
export const eventJob = 'push.event'

/** Debounces notifications: photos arrive by the hundred; one notification covers those of this interval. */
const eventPauseInMs = 2 * 60_000

/** Notifications of an order: paid and waiting for photos, files ready, more files added. */
export type OrderNews = 'paid' | 'ready' | 'more'

/** Notifies subscribers of an order; once for the same news. @param count of files, for those that came later */
export async function notifyOrder(
  context: Context,
  orderId: string,
  news: OrderNews,
  count: number,
): Promise<void> {
  const topics = await findTopics(context, 'order', orderId)
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

/** Schedules the notification of an event's subscribers, delayed so that several photos share one message. */
export async function schedulePhotoNotice(context: Context, eventId: string, now: Date): Promise<void> {
  const isAwaited =
    (await findTopics(context, 'event', eventId)).length > 0 ||
    (await waitingAlerts(context, eventId)).length > 0
  if (!isAwaited) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / eventPauseInMs) * eventPauseInMs)
  const key = `${eventId}:${runAt.toISOString()}`
  await enqueue({ ...context, now }, { kind: eventJob, key, payload: { eventId }, runAt })
}

const EventTask = z.object({ eventId: z.string() })

/** Counts the photos of each subscriber, and notifies those with more photos than announced before. Runs as a job. */
export async function notifyEvent(context: Context, finder: PhotoFinder, payload: unknown): Promise<void> {
  const { eventId } = z.parse(EventTask, payload)
  const event = await findEvent(context, eventId)
  // The message would link to a page that is not found. Counts stay, so later photos of a republished event include these.
  if (event?.state !== 'Published') return
  await sendAlerts(context, finder, event)
  for (const topic of await findTopics(context, 'event', eventId)) {
    const count = await countFor(context, finder, eventId, topic.subject)
    if (count <= topic.told) continue
    const fresh = count - topic.told
    // Updates the count and enqueues the message atomically.
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

/** Sends the alerts of an event whose photos are ready, each once. */
async function sendAlerts(context: Context, finder: PhotoFinder, event: EventRow): Promise<void> {
  if (event.state !== 'Published') return
  const counts = new Map<string | null, number>()
  for (const alert of await waitingAlerts(context, event.id)) {
    const { number } = alert
    const subject = number === null ? null : ({ kind: 'number', number } as const)
    const count = counts.get(number) ?? (await countFor(context, finder, event.id, subject))
    counts.set(number, count)
    if (count > 0) await sendAlert(context, alert, event)
  }
}

/** Marks an alert as sent and enqueues its messages atomically. */
async function sendAlert(context: Context, alert: AlertRow, event: EventRow): Promise<void> {
  const { id, number, subscriptionId, email } = alert
  await inTransaction(context, async (inside) => {
    if (!(await markAlertSent(inside, alert))) return
    if (subscriptionId !== null)
      await send(inside, { subscriptionId }, `alert:${id}:${inside.now.toISOString()}`, ({ language }) => ({
        body: sayIn(language)(number === null ? 'alert' : 'alertOfNumber', {
          event: localText(event.title, language),
          number: number ?? '',
        }),
        path: pathOfAlert(alert),
        tag: `event-${event.id}`,
      }))
    // One letter per address, regardless of the requesting device.
    if (email !== null)
      await enqueue(inside, {
        kind: 'mailing.photo-alert',
        key: sha256(`${event.id} ${number ?? ''} ${email}`),
        payload: { alertId: id },
      })
  })
}

/** Returns the path of the page that an alert links to. */
export const pathOfAlert = ({ eventId, number }: Pick<AlertRow, 'eventId' | 'number'>): string =>
  number === null ? `/event/${eventId}` : `/search/${eventId}/${number}`

/** Counts the current photos of a topic. Must not be called inside a transaction. */
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
  topic: Pick<TopicRow, 'subscriptionId'>,
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
