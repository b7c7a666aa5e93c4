import * as z from 'zod/mini'
import { alertStorageInDays, type PushMessage } from '../../../contract/push.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { countCall, findCallCount } from '../../platform/http/limit-calls.ts'
import { sha256 } from '../../platform/ids.ts'
import { enqueue, findJobState, isJobDue } from '../../platform/jobs/jobs.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import type { PhotoFinder } from '../competitors/index.ts'
import { type EventRow, findEvent, resolveLocalText } from '../events/index.ts'
import type { OrderRow } from '../orders/index.ts'
import { countPhotos } from '../photos/index.ts'
import { type AlertRow, findPendingAlerts, hasPendingAlerts, markAlertSent } from './alert-store.ts'
import type messages from './messages.ru.json'
import {
  findSubscription,
  findSubscriptionsOfDevice,
  findTopics,
  hasTopics,
  raiseAnnouncedCount,
  type SubscriptionRow,
  type TopicRow,
} from './store.ts'

/** Formats the texts of push messages in a language. */
const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

export const sendJob = 'push.send'
export const eventJob = 'push.event'
const letterJob = 'mailing.photo-alert'

/** Debounces notifications: photos arrive by the hundred; one notification covers those of this interval. */
const eventDebounceInMs = 2 * 60_000
const dayInMs = 24 * 60 * 60_000

type NotifiedOrder = Pick<OrderRow, 'id' | 'number' | 'preorder'>

/** Notifies subscribers that an order is paid and waits for photos, or that its files are ready; each once. */
export async function notifyOrder(
  context: Context,
  order: NotifiedOrder,
  update: 'paid' | 'ready',
): Promise<void> {
  for (const topic of await findTopics(context, 'order', order.id))
    await enqueuePush(context, topic, `${order.id}:${update}`, ({ language }) => ({
      ...buildOrderTarget(order),
      body: getFormatter(language)(update, { number: order.number }),
    }))
}

/**
 * Notifies subscribers of files that were added to a delivered order, each file once. Their letter may still wait for the relay,
 * so each subscription has its own number of announced files.
 *
 * @param announcedCount number of files without the new ones
 * @param totalCount number of files with the new ones
 */
export async function notifyMoreFiles(
  context: Context,
  order: NotifiedOrder,
  { announcedCount, totalCount }: { announcedCount: number; totalCount: number },
): Promise<void> {
  for (const topic of await findTopics(context, 'order', order.id)) {
    const count = totalCount - Math.max(announcedCount, topic.announcedCount)
    // Updates the count and enqueues the message atomically.
    await inTransaction(context, async (transaction) => {
      if (!(await raiseAnnouncedCount(transaction, topic, totalCount))) return
      await enqueuePush(transaction, topic, `${order.id}:more:${totalCount}`, ({ language }) => ({
        ...buildOrderTarget(order),
        body: getFormatter(language)('more', { number: order.number, count }),
      }))
    })
  }
}

const buildOrderTarget = ({ id, preorder }: NotifiedOrder): Pick<PushMessage, 'path' | 'tag'> => ({
  path: `/${preorder ? 'preorder' : 'order'}/${id}`,
  tag: `order-${id}`,
})

/** Notifies the device of a runner of photos that someone else gave and paid for. @param count number of photos */
export async function notifyGift(
  context: Context,
  { id, deviceHash, giftMessage }: Pick<OrderRow, 'id' | 'deviceHash' | 'giftMessage'>,
  count: number,
): Promise<void> {
  if (deviceHash === null) return
  for (const subscriptionId of await findSubscriptionsOfDevice(context, deviceHash))
    await enqueuePush(context, { subscriptionId }, `${id}:gift`, ({ language }) => ({
      body: getFormatter(language)(giftMessage === null ? 'gift' : 'giftWithMessage', {
        count,
        message: giftMessage ?? '',
      }),
      path: `/order/${id}`,
      tag: `order-${id}`,
    }))
}

/** Schedules the notification of an event's subscribers, delayed so that several photos share one message. */
export async function schedulePhotoNotification(context: Context, eventId: string, now: Date): Promise<void> {
  const hasSubscribers =
    (await hasTopics(context, 'event', eventId)) || (await hasPendingAlerts(context, eventId))
  if (!hasSubscribers) return
  const runAt = new Date(Math.ceil((now.getTime() + 1) / eventDebounceInMs) * eventDebounceInMs)
  const key = `${eventId}:${runAt.toISOString()}`
  await enqueue({ ...context, now }, { kind: eventJob, key, serialKey: eventId, payload: { eventId }, runAt })
}

const EventJobPayload = z.object({ eventId: z.string() })

/**
 * Counts the photos of each subscriber, and notifies those with more photos than announced before. Runs as a job, one of an
 * event at a time. When the count takes longer than the interval, the last of the jobs that became due meanwhile counts for all.
 */
export async function notifyEvent(context: Context, finder: PhotoFinder, payload: unknown): Promise<void> {
  const { eventId } = z.parse(EventJobPayload, payload)
  if (await isJobDue(context, { kind: eventJob, serialKey: eventId })) return
  const event = await findEvent(context, eventId)
  // The page of an unpublished event is not found. Announced counts stay, so its photos are announced after republication.
  if (event?.state !== 'Published') return
  await sendAlerts(context, finder, event)
  for (const topic of await findTopics(context, 'event', eventId)) {
    const count = await countTopicPhotos(context, finder, eventId, topic.subject)
    if (count <= topic.announcedCount) continue
    const newCount = count - topic.announcedCount
    // Updates the count and enqueues the message atomically.
    await inTransaction(context, async (transaction) => {
      if (!(await raiseAnnouncedCount(transaction, topic, count))) return
      await enqueuePush(transaction, topic, `${eventId}:${count}`, ({ language }) => ({
        body: getFormatter(language)(topic.subject ? 'mine' : 'photos', {
          count: newCount,
          event: resolveLocalText(event.title, language),
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
  for (const alert of await findPendingAlerts(context, event.id)) {
    const { number } = alert
    const subject = number === null ? null : ({ kind: 'number', number } as const)
    const count = counts.get(number) ?? (await countTopicPhotos(context, finder, event.id, subject))
    counts.set(number, count)
    if (count > 0) await sendAlert(context, alert, event)
  }
}

/** Marks an alert as sent and enqueues its messages atomically. */
async function sendAlert(context: Context, alert: AlertRow, event: EventRow): Promise<void> {
  const { id, number, subscriptionId, email } = alert
  await inTransaction(context, async (transaction) => {
    if (!(await markAlertSent(transaction, alert))) return
    if (subscriptionId !== null)
      await enqueuePush(
        transaction,
        { subscriptionId },
        `alert:${id}:${transaction.now.toISOString()}`,
        ({ language }) => ({
          body: getFormatter(language)(number === null ? 'alert' : 'alertOfNumber', {
            event: resolveLocalText(event.title, language),
            number: number ?? '',
          }),
          path: buildAlertPath(alert),
          tag: `event-${event.id}`,
        }),
      )
    if (email === null) return
    await countCall(transaction, { subject: getAlertLetterSubject(email), windowInMs: dayInMs })
    // A job for each time that an alert is sent: the alert of a waiting job may be canceled or set again. The jobs about the same
    // photos run one after another, so that only the first one mails.
    const letterKey = computeLetterKey({ eventId: event.id, number, email })
    await enqueue(transaction, {
      kind: letterJob,
      key: `${id}:${transaction.now.toISOString()}`,
      serialKey: letterKey,
      payload: { alertId: id, letterKey },
    })
  })
}

/** Returns the subject under which the alerts that are mailed to an address are counted for a day. */
export const getAlertLetterSubject = (email: string): string => `photo alert mailed to ${email}`

type MailedAlert = Pick<AlertRow, 'eventId' | 'number'> & { readonly email: string }

const getLetterSubject = ({ eventId, number, email }: MailedAlert) =>
  `photo alert letter about ${eventId} ${number ?? ''} to ${email}`

/** Returns the hash of what a letter is about and of its address. */
export const computeLetterKey = (alert: MailedAlert): string => sha256(getLetterSubject(alert))

/** Returns whether an address got a letter about the same photos within the last 30 days, from any device. */
export async function isAlertMailed(context: Context, alert: MailedAlert): Promise<boolean> {
  if ((await findCallCount(context, getLetterSubject(alert))) > 0) return true
  // Release 1.0.0 recorded no letters: their jobs had this key. Needed until 30 days after the update from it.
  const { eventId, number, email } = alert
  const key = sha256(`${eventId} ${number ?? ''} ${email}`)
  return (await findJobState(context, { kind: letterJob, key })) === 'Done'
}

/** Records a letter for `isAlertMailed`. */
export async function markAlertMailed(context: Context, alert: MailedAlert): Promise<void> {
  await countCall(context, { subject: getLetterSubject(alert), windowInMs: alertStorageInDays * dayInMs })
}

/** Returns the path of the page that an alert links to. */
export const buildAlertPath = ({ eventId, number }: Pick<AlertRow, 'eventId' | 'number'>): string =>
  number === null ? `/event/${eventId}` : `/search/${eventId}/${number}`

/** Counts the current photos of a topic. Must not be called inside a transaction. */
export async function countTopicPhotos(
  context: Context,
  finder: PhotoFinder,
  eventId: string,
  subject: TopicRow['subject'],
): Promise<number> {
  if (subject) return finder.count(context, { eventId, subject })
  return (await countPhotos(context, eventId)).Ready
}

async function enqueuePush(
  context: Context,
  topic: Pick<TopicRow, 'subscriptionId'>,
  key: string,
  createMessage: (subscription: SubscriptionRow) => Pick<PushMessage, 'body' | 'path' | 'tag'>,
): Promise<void> {
  const subscription = await findSubscription(context, topic.subscriptionId)
  if (!subscription) return
  const message: PushMessage = {
    title: getTenantNames(context.tenant.settings, subscription.language).tenantName,
    language: subscription.language,
    ...createMessage(subscription),
  }
  const { id: subscriptionId } = subscription
  const payload = { subscriptionId, message, since: context.now.toISOString() }
  await enqueue(context, { kind: sendJob, key: `${subscriptionId}:${key}`, payload })
}
