import * as z from 'zod/mini'
import { Id, Timestamp } from './common.ts'

/** Names the path of the demo page's data. It is not a call of the product, and absent without a demo. */
export const demoPath = '/demo.json'

const DemoEvent = z.object({
  eventId: Id,
  title: z.string(),
  /** Path of the event page. */
  path: z.string(),
  /** Number of photos that can be found now, and the final number. */
  photosReady: z.int(),
  photosTotal: z.int(),
  /** The race is in the future, and its photos are already sold. */
  preorder: z.optional(z.boolean()),
})

const DemoSelfie = z.object({
  fileName: z.string(),
  url: z.string(),
  /** Undefined for a picture that demonstrates a refusal. */
  runner: z.optional(z.string()),
  /** Start numbers of the runner, by event. */
  numbers: z.array(z.object({ eventId: Id, number: z.string() })),
  /** Error code that the search answers instead. */
  refusedWith: z.optional(z.enum(['FaceNotFound', 'SeveralFaces', 'FaceUnclear'])),
})

const DemoNumber = z.object({ eventId: Id, number: z.string(), runner: z.string(), hasVideo: z.boolean() })

const DemoPromoCode = z.object({
  code: z.string(),
  /** Undefined for a code that is valid in every event. */
  eventId: z.optional(Id),
  percent: z.int(),
  /** A gift code: pays for the whole package, once. */
  gift: z.boolean(),
  state: z.enum(['Works', 'Expired', 'Exhausted']),
})

const DemoMail = z.object({ subject: z.string(), to: z.string(), sentOn: Timestamp, url: z.string() })

/** Describes what a visitor can try on an installation with the demo. */
export const Demo = z.object({
  seeding: z.object({ state: z.enum(['Running', 'Done']), done: z.int(), total: z.int() }),
  events: z.array(DemoEvent),
  selfies: z.array(DemoSelfie),
  /** Videos for a browser that takes its camera from a file. */
  cameras: z.array(z.object({ fileName: z.string(), url: z.string() })),
  numbers: z.array(DemoNumber),
  promoCodes: z.array(DemoPromoCode),
  /** Accounts that can sign in here, all with one password. Absent when sign-in is unavailable. */
  accounts: z.optional(
    z.object({
      password: z.string(),
      users: z.array(z.object({ username: z.string(), email: z.string(), verified: z.boolean() })),
    }),
  ),
  tenants: z.array(z.object({ name: z.string(), title: z.string(), url: z.string() })),
  outbox: z.object({ mails: z.array(DemoMail) }),
  /** Outcomes offered on the page of the sandbox bank. */
  bank: z.object({ outcomes: z.array(z.enum(['approve', 'decline', 'timeout'])) }),
  docs: z.string(),
})
export type Demo = z.infer<typeof Demo>
