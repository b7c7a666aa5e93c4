import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, Language } from './common.ts'
import { Bib } from './competitors.ts'
import { Email } from './email.ts'

export const WebPushSubscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(2048)),
  keys: z.strictObject({
    p256dh: z.string().check(z.maxLength(256)),
    auth: z.string().check(z.maxLength(256)),
  }),
})

/** Selects the subject of the notifications: an order or an event. */
export const PushTopic = z.union([z.strictObject({ orderId: Id }), z.strictObject({ eventId: Id })])
export type PushTopic = z.infer<typeof PushTopic>

export const getPushKey = defineCall({
  service: 'push',
  name: 'getPushKey',
  summary: 'Returns the public VAPID key (RFC 8292)',
  method: 'GET',
  path: '/key',
  auth: 'none',
  status: 200,
  answer: z.object({
    /** An uncompressed P-256 point, base64url. */
    publicKey: z.string(),
  }),
  errors: [],
})

export const subscribe = defineCall({
  service: 'push',
  name: 'subscribe',
  summary:
    'Subscribes to an order, or to new photos of an event: of the runner the token is for, or of all runners',
  method: 'POST',
  path: '/subscriptions',
  auth: 'any',
  device: true,
  body: z.strictObject({
    subscription: WebPushSubscription,
    topics: z.array(PushTopic).check(z.minLength(1), z.maxLength(50)),
  }),
  status: 201,
  answer: z.object({ subscriptionId: Id }),
  idempotent: true,
  errors: [
    'SubscriptionInvalid',
    'OrderNotFound',
    'EventNotFound',
    'TokenExpired',
    'TokenInvalid',
    'TokenScope',
    'IdentityUnavailable',
  ],
})

/** Proof of a previous subscription: its endpoint, and the secret known only to its browser and the service. */
const FormerSubscription = z.strictObject({
  endpoint: z.string().check(z.maxLength(2048)),
  auth: z.string().check(z.maxLength(256)),
})

export const renewSubscription = defineCall({
  service: 'push',
  name: 'renewSubscription',
  summary: 'Moves all alerts of a browser from its former push subscription to the new one',
  method: 'POST',
  path: '/subscriptions/renewals',
  auth: 'none',
  body: z.strictObject({ former: FormerSubscription, subscription: WebPushSubscription }),
  status: 200,
  answer: z.object({ subscriptionId: Id }),
  idempotent: true,
  errors: ['SubscriptionInvalid', 'NotFound'],
})

export const unsubscribe = defineCall({
  service: 'push',
  name: 'unsubscribe',
  summary: 'Ends a subscription',
  method: 'DELETE',
  path: '/subscriptions/:subscriptionId',
  auth: 'any',
  params: z.object({ subscriptionId: Id }),
  status: 204,
  errors: ['NotFound'],
})

/** Sets how many days a photo alert is stored after its event, or after its creation if that was later. */
export const alertStorageInDays = 30

/**
 * Identifies an alert. The device chooses the id, so that an alert can be set offline. Changing and canceling an alert requires
 * it.
 */
const AlertParams = z.object({ alertId: z.uuid() })

export const setPhotoAlert = defineCall({
  service: 'push',
  name: 'setPhotoAlert',
  summary:
    'Creates or replaces a photo alert: one notification or e-mail when photos of an event, or of a bib, are ready',
  method: 'PUT',
  path: '/alerts/:alertId',
  auth: 'none',
  params: AlertParams,
  body: z
    .strictObject({
      eventId: Id,
      /** Bib of the runner. Without it, any photo of the event counts. */
      number: z.optional(Bib),
      email: z.optional(Email),
      subscription: z.optional(WebPushSubscription),
    })
    .check(z.refine(({ email, subscription }) => email !== undefined || subscription !== undefined)),
  status: 204,
  errors: ['EventNotFound', 'BibInvalid', 'SubscriptionInvalid'],
})

export const cancelPhotoAlert = defineCall({
  service: 'push',
  name: 'cancelPhotoAlert',
  summary: 'Cancels a photo alert and deletes what it stored',
  method: 'DELETE',
  path: '/alerts/:alertId',
  auth: 'none',
  params: AlertParams,
  status: 204,
  errors: ['NotFound'],
})

export const stopPhotoAlerts = defineCall({
  service: 'push',
  name: 'stopPhotoAlerts',
  summary: 'Unsubscribes: deletes all photo alerts of the e-mail address that the alert was sent to',
  method: 'POST',
  path: '/alerts/:alertId/unsubscribe',
  auth: 'none',
  params: AlertParams,
  status: 204,
  errors: ['NotFound'],
})

/** Describes the payload of a push message, encrypted for one browser and shown by the service worker. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Path of the page that opens on click. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** A later message with the same tag replaces an earlier one. */
  tag: z.string(),
  language: Language,
})
export type PushMessage = z.infer<typeof PushMessage>
