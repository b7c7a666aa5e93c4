import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Demo } from '../../../contract/demo.ts'
import { isCyrillic } from '../../../contract/language/languages.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Context } from '../../platform/context.ts'
import type { Services } from '../../platform/services.ts'
import { type EventRow, findEventByExternalId, resolveLocalText } from '../events/index.ts'
import { countPhotos } from '../photos/index.ts'
import { formatAddress } from './addresses.ts'
import { type Athlete, type DemoEvent, readAthletes, readDemoEvents, readUsers } from './demo-data.ts'
import { selectEventsToSeed } from './demo-tenant.ts'
import { listMails } from './outbox.ts'
import { countFiles } from './seed.ts'
import type { SeedRow } from './store.ts'

/** Names the path below which the demo files are served. */
export const filesPath = '/demo-files'

interface SeededEvent {
  readonly row: EventRow
  readonly demoEvent: DemoEvent
  /** Limits the photos shown for this tenant; undefined: all. */
  readonly maxPhotos: number | undefined
  /** Which of an athlete's numbers is used in this event. */
  readonly letter: 'A' | 'B'
}

/** Returns the content of the demo page. */
export async function describeDemo(
  services: Services,
  context: Context,
  folder: string,
  seed: SeedRow,
): Promise<Demo> {
  const { events: demoEvents, promoCodes } = await readDemoEvents(folder)
  const athletes = await readAthletes(folder)
  const seedInputs = selectEventsToSeed(context.tenant, demoEvents)
  const events: SeededEvent[] = []
  for (const [index, event] of demoEvents.entries()) {
    const row = await findEventByExternalId(context, event.externalId)
    const input = seedInputs.find((each) => each.event === event)
    if (row && input)
      events.push({ row, demoEvent: event, maxPhotos: input.photos, letter: index === 0 ? 'A' : 'B' })
  }
  return {
    seeding: { state: seed.state, done: seed.state === 'Done' ? seed.total : seed.done, total: seed.total },
    events: await Promise.all(events.map((event) => presentEvent(context, folder, event))),
    selfies: await listSelfies(context, folder, athletes, events),
    cameras: (await readdir(join(folder, 'camera'))).map((fileName) => ({
      fileName,
      url: `${filesPath}/camera/${fileName}`,
    })),
    numbers: events.flatMap((event) => listNumbers(context, athletes, event)),
    promoCodes: promoCodes.flatMap(({ code, event, percent, gift, state }) => {
      const eventId = events.find((seeded) => seeded.demoEvent.externalId === event)?.row.id
      if (event !== null && eventId === undefined) return []
      return [{ code, percent, gift, state, ...(eventId === undefined ? {} : { eventId }) }]
    }),
    ...(context.tenant.embeddedIdentity && { accounts: await listAccounts(folder) }),
    tenants: services.tenants.all.map((tenant) => ({
      name: tenant.name,
      title: getTenantNames(tenant.settings, context.language).tenantName,
      url: tenant.name === context.tenant.name ? context.origin : formatAddress(services, tenant),
    })),
    outbox: {
      mails: (await listMails(services.config, context.tenant.name)).map(({ name, subject, to, sentOn }) => ({
        subject,
        to,
        sentOn: sentOn.toISOString(),
        url: `${filesPath}/outbox/${name}`,
      })),
    },
    bank: { outcomes: ['approve', 'decline', 'timeout'] },
    docs: '/public/docs',
  }
}

async function presentEvent(context: Context, folder: string, { row, demoEvent, maxPhotos }: SeededEvent) {
  const { Ready } = await countPhotos(context, row.id)
  const files = await countFiles(folder, demoEvent)
  return {
    eventId: row.id,
    title: resolveLocalText(row.title, context.language),
    path: `/event/${row.id}`,
    photosReady: Ready,
    photosTotal: Math.max(Math.min(files, maxPhotos ?? Infinity), Ready),
    ...(row.switches.preorder && { preorder: true }),
  }
}

async function listAccounts(folder: string) {
  const { password, users } = await readUsers(folder)
  return {
    password,
    users: users.map(({ username, email, emailVerified: verified }) => ({ username, email, verified })),
  }
}

/** The refusal that each of the bad selfies demonstrates. */
const refusals: Readonly<Record<string, 'FaceNotFound' | 'SeveralFaces' | 'FaceUnclear'>> = {
  'bad-no-face.jpg': 'FaceNotFound',
  'bad-two-faces.jpg': 'SeveralFaces',
  'bad-too-dark.jpg': 'FaceUnclear',
  'bad-blurred.jpg': 'FaceUnclear',
  'bad-far-away.jpg': 'FaceUnclear',
}

async function listSelfies(
  context: Context,
  folder: string,
  athletes: readonly Athlete[],
  events: readonly SeededEvent[],
) {
  const names = (await readdir(join(folder, 'selfies'))).sort()
  const selfies = names.map((fileName) => {
    const athlete = athletes.find(({ selfie }) => selfie === `selfies/${fileName}`)
    return {
      fileName,
      url: `${filesPath}/selfies/${fileName}`,
      runner: athlete && toAthleteName(context, athlete),
      numbers: events.flatMap(({ row, letter }) => {
        const number = athlete?.bibs[letter]
        return number ? [{ eventId: row.id, number }] : []
      }),
      refusedWith: refusals[fileName],
    }
  })
  return [...selfies.filter(({ runner }) => runner), ...selfies.filter(({ runner }) => !runner)]
}

function listNumbers(
  context: Context,
  athletes: readonly Athlete[],
  { row, demoEvent, letter, maxPhotos }: SeededEvent,
) {
  return athletes.flatMap((athlete) => {
    const number = athlete.bibs[letter]
    if (number === null) return []
    const hasVideo =
      maxPhotos === undefined && demoEvent.videos.some(({ startNumber }) => startNumber === number)
    return [{ eventId: row.id, number, runner: toAthleteName(context, athlete), hasVideo }]
  })
}

const toAthleteName = ({ language }: Context, { firstName, surname }: Athlete) =>
  isCyrillic(language) ? `${firstName.ru} ${surname.ru}` : `${firstName.en} ${surname.en}`
