import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'

export const requestKinds = ['photographer', 'business', 'organizer', 'support', 'gift'] as const

/** Which fields a form must carry; the field's name and an error code come back for each that is missing or wrong. */
export const requiredFields: Record<(typeof requestKinds)[number], readonly string[]> = {
  photographer: ['name', 'email', 'city'],
  business: ['phone'],
  organizer: ['email'],
  support: ['email', 'message'],
  gift: ['email', 'eventId', 'quantity'],
}

export const sendRequest = defineCall({
  service: 'requests',
  name: 'sendRequest',
  summary: 'A form of a partner page or the support form',
  method: 'POST',
  path: '/requests',
  auth: 'none',
  body: z.strictObject({
    kind: z.enum(requestKinds),
    fields: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(5000))),
  }),
  status: 201,
  answer: z.object({ requestId: Id }),
  idempotent: true,
  errors: ['RequestInvalid'],
})
