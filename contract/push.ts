import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, Language } from './common.ts'

export const PushSubscriptionKeys = z.strictObject({
  endpoint: z.url().check(z.maxLength(2048)),
  keys: z.strictObject({
    p256dh: z.string().check(z.maxLength(256)),
    auth: z.string().check(z.maxLength(256)),
  }),
})

/** What to tell the device about. */
export const PushTopic = z.union([z.strictObject({ orderId: Id }), z.strictObject({ eventId: Id })])
export type PushTopic = z.infer<typeof PushTopic>

export const getPushKey = defineCall({
  service: 'push',
  name: 'getPushKey',
  summary: 'The key by which browsers know the service (VAPID, RFC 8292)',
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
    'Asks to be told about an order, or about new photos of an event: of her whom the token searches for, or of anybody',
  method: 'POST',
  path: '/subscriptions',
  auth: 'any',
  body: z.strictObject({
    subscription: PushSubscriptionKeys,
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
  ],
})

/** What tells a former subscription: its address, and the secret that only its browser and the service know. */
const FormerSubscription = z.strictObject({
  endpoint: z.string().check(z.maxLength(2048)),
  auth: z.string().check(z.maxLength(256)),
})

export const renewSubscription = defineCall({
  service: 'push',
  name: 'renewSubscription',
  summary: 'Moves all that a browser is told of to the subscription that took the place of a former one',
  method: 'POST',
  path: '/subscriptions/renewals',
  auth: 'none',
  body: z.strictObject({ former: FormerSubscription, subscription: PushSubscriptionKeys }),
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

/** What a push message carries, sealed for the one browser; the worker shows it. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** Path of the page that a tap opens. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** A later message with the same tag takes the place of an earlier one. */
  tag: z.string(),
  language: Language,
})
export type PushMessage = z.infer<typeof PushMessage>
