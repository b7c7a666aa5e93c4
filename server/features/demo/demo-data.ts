import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Language } from '../../../contract/common.ts'
import { projectRoot } from '../../platform/root.ts'

/** Locates the folder of the bundled demo. */
export const demoFolder = join(projectRoot, 'demo')

/** Validates a text in every language. */
const LocalText = z.record(Language, z.string())

const DemoVideo = z.object({
  /** Without extension; `.mp4`, `.preview.mp4` and `.poster.jpg` are in the same folder. */
  file: z.string(),
  title: LocalText,
  startNumber: z.nullable(z.string()),
  durationS: z.number(),
})
export type DemoVideo = z.infer<typeof DemoVideo>

const DemoFrame = z.object({
  title: LocalText,
  /** Key of its pictures in `frames/frames.json`. */
  letter: z.string(),
})
export type DemoFrame = z.infer<typeof DemoFrame>

const DemoEvent = z.object({
  externalId: z.string(),
  title: LocalText,
  city: LocalText,
  country: z.string(),
  sport: z.string(),
  startsOn: z.iso.datetime({ offset: true }),
  endsOn: z.iso.datetime({ offset: true }),
  /** For an event in the future: days from the creation of the demo, at the hour of `startsOn`. */
  inDays: z.optional(z.int()),
  timeZone: z.string(),
  distances: z.array(z.string()),
  points: z.array(z.object({ point: z.string(), title: LocalText })),
  /** Folder; absent when there are no photos yet. */
  photos: z.optional(z.string()),
  startList: z.string(),
  cover: z.object({ file: z.string() }),
  videos: z.array(DemoVideo),
  frame: z.optional(DemoFrame),
  /** Pre-order discount in percent. */
  preorder: z.optional(z.object({ percent: z.int() })),
})
export type DemoEvent = z.infer<typeof DemoEvent>

const DemoPromoCode = z.object({
  code: z.string(),
  /** External id; null for every event. */
  event: z.nullable(z.string()),
  percent: z.int(),
  limit: z.nullable(z.int()),
  until: z.nullable(z.iso.datetime({ offset: true })),
  gift: z.boolean(),
  state: z.enum(['Works', 'Expired', 'Exhausted']),
})
export type DemoPromoCode = z.infer<typeof DemoPromoCode>

const Events = z.object({ events: z.array(DemoEvent), promoCodes: z.array(DemoPromoCode) })

const Names = z.object({ ru: z.string(), en: z.string() })

const Athlete = z.object({
  firstName: Names,
  surname: Names,
  /** Numbers by the letter of the event's files, A or B. */
  bibs: z.object({ A: z.nullable(z.string()), B: z.nullable(z.string()) }),
  selfie: z.nullable(z.string()),
})
export type Athlete = z.infer<typeof Athlete>

const Users = z.object({
  password: z.string(),
  users: z.array(z.object({ username: z.string(), email: z.string(), emailVerified: z.boolean() })),
})

/** Reads the events and promo codes of the demo. */
export async function readDemoEvents(folder: string): Promise<z.infer<typeof Events>> {
  return read(Events, folder, 'events.json')
}

/** Reads the invented runners; the first event uses the number `A`, the others `B`. */
export async function readAthletes(folder: string): Promise<Athlete[]> {
  return read(z.array(Athlete), folder, 'athletes.json')
}

const FramePicture = z.object({
  file: z.string(),
  event: z.string(),
  time: z.object({
    box: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
    color: z.string(),
  }),
})

/** Reads the pictures of a frame, with the box for the runner's time in each. */
export async function readFramePictures(
  folder: string,
  letter: string,
): Promise<z.infer<typeof FramePicture>[]> {
  const all = await read(z.array(FramePicture), folder, join('frames', 'frames.json'))
  return all.filter(({ event }) => event === letter)
}

/** Reads the accounts of the invented runners who have one. */
export async function readUsers(folder: string): Promise<z.infer<typeof Users>> {
  return read(Users, folder, 'users.json')
}

/** @throws Error that names the file and each invalid field in it */
async function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  folder: string,
  name: string,
): Promise<z.infer<Schema>> {
  const file = join(folder, name)
  const parsed = z.safeParse(schema, JSON.parse(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`${file} is not as it should be: ${problems.join('; ')}`)
}
