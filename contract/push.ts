import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'

const Subscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(2048)),
  keys: z.strictObject({
    p256dh: z.string().check(z.maxLength(256)),
    auth: z.string().check(z.maxLength(256)),
  }),
})

/** What to tell the device about. */
const Topic = z.union([z.strictObject({ orderId: Id }), z.strictObject({ eventId: Id })])

export const subscribe = defineCall({
  service: 'push',
  name: 'subscribe',
  summary: 'Asks to be told about an order, or about new photos of an event',
  method: 'POST',
  path: '/subscriptions',
  auth: 'any',
  body: z.strictObject({
    subscription: Subscription,
    topics: z.array(Topic).check(z.minLength(1), z.maxLength(50)),
  }),
  status: 201,
  answer: z.object({ subscriptionId: Id }),
  idempotent: true,
  errors: ['SubscriptionInvalid'],
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
