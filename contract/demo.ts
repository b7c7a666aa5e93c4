import * as z from 'zod/mini'
import { Id, Timestamp } from './common.ts'

/** Where the demo's own page finds what it shows; not a call of the product, and absent when there is no demo. */
export const demoPath = '/demo.json'

const DemoEvent = z.object({
  eventId: Id,
  title: z.string(),
  /** Path of its page. */
  path: z.string(),
  /** Photos that can be found by now, and how many there will be. */
  photosReady: z.int(),
  photosTotal: z.int(),
  /** The race is ahead, and photos of it are sold already. */
  preorder: z.optional(z.boolean()),
})

const DemoSelfie = z.object({
  fileName: z.string(),
  url: z.string(),
  /** Undefined for a picture that is there to be refused. */
  runner: z.optional(z.string()),
  /** The runner's start numbers, by event. */
  numbers: z.array(z.object({ eventId: Id, number: z.string() })),
  /** Code that the search answers with instead. */
  refusedWith: z.optional(z.enum(['FaceNotFound', 'SeveralFaces', 'FaceUnclear'])),
})

const DemoNumber = z.object({ eventId: Id, number: z.string(), runner: z.string(), hasVideo: z.boolean() })

const DemoPromoCode = z.object({
  code: z.string(),
  /** Undefined for a code that is good in every event. */
  eventId: z.optional(Id),
  percent: z.int(),
  /** A gift: the whole package for nothing, once. */
  gift: z.boolean(),
  state: z.enum(['Works', 'Expired', 'Exhausted']),
})

const DemoMail = z.object({ subject: z.string(), to: z.string(), sentOn: Timestamp, url: z.string() })

/** What a newcomer may try on an installation that holds the demo. */
export const Demo = z.object({
  seeding: z.object({ state: z.enum(['Running', 'Done']), done: z.int(), total: z.int() }),
  events: z.array(DemoEvent),
  selfies: z.array(DemoSelfie),
  /** Moving pictures for a browser that is to be given a camera from a file. */
  cameras: z.array(z.object({ fileName: z.string(), url: z.string() })),
  numbers: z.array(DemoNumber),
  promoCodes: z.array(DemoPromoCode),
  /** Who may sign in here, all with one password; absent where nobody can. */
  accounts: z.optional(
    z.object({
      password: z.string(),
      users: z.array(z.object({ username: z.string(), email: z.string(), verified: z.boolean() })),
    }),
  ),
  tenants: z.array(z.object({ name: z.string(), title: z.string(), url: z.string() })),
  outbox: z.object({ folder: z.string(), mails: z.array(DemoMail) }),
  /** What may be chosen on the sandbox bank's page. */
  bank: z.object({ outcomes: z.array(z.enum(['approve', 'decline', 'timeout'])) }),
  docs: z.string(),
})
export type Demo = z.infer<typeof Demo>
