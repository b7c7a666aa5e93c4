import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listEvents } from '../../contract/events.ts'
import { competitors } from '../../server/features/competitors/tables.ts'
import { events } from '../../server/features/events/tables.ts'
import { photoAnswers } from '../../server/features/photos/tables.ts'
import { photoShares } from '../../server/features/shares/tables.ts'
import { scheduleRefold } from '../../server/refold-jobs.ts'
import { createPhoto, createStartList, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchSearchToken } from '../support/server/api-calls.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

let server: Shop
beforeAll(async () => {
  server = await openShop()
}, 60_000)
afterAll(() => server.close())

/** Folded texts (normalized for searching) as release 1.0.0 wrote them. */
const oldTexts = {
  '901': { surnameKey: 'łukasevikz', searchText: ' łukasevikz ian' },
  '902': { surnameKey: 'mueler', searchText: ' mueler max' },
  '903': { surnameKey: 'van der berg', searchText: ' van der berg ian' },
} as const
const deviceKey = 'd'.repeat(43)

it('finds events, runners, answers and links of an earlier release after a start', async () => {
  const context = server.context()
  const { db } = context
  const event = await createTestEvent(context, { title: { ru: 'Забег', en: 'Røros Run' } })
  await db.update(events).set({ searchText: 'zabeg røros run' }).where(eq(events.id, event.id))
  await createStartList(context, event, [
    { number: '901', firstName: 'Jan', surname: 'Łukasiewicz' },
    { number: '902', firstName: 'Max', surname: 'Mueller' },
    { number: '903', firstName: 'Jan', surname: 'van der Berg' },
  ])
  for (const [number, columns] of Object.entries(oldTexts))
    await db
      .update(competitors)
      .set(columns)
      .where(and(eq(competitors.listId, event.competitorsListId), eq(competitors.number, number)))
  const photoId = await createPhoto(context, event, { numbers: ['901'] })
  const subject = `surname:łukasevikz@${deviceKey}`
  const answers = { tenant: 'one', eventId: event.id, itIsMe: false, answeredOn: context.now }
  await db.insert(photoAnswers).values([
    { ...answers, subject, photoId },
    { ...answers, subject: 'number:902@x', photoId },
  ])
  await db.insert(photoShares).values({
    ...{ id: 'share', tenant: 'one', eventId: event.id, subject: 'number:901', owner: subject },
    ...{ surname: 'łukasevikz', photoIds: [photoId], createdOn: context.now },
    expiresOn: new Date(context.now.getTime() + 1000),
  })

  await scheduleRefold(context)
  await scheduleRefold(context)
  expect(await server.jobs.drain()).toBe(1)

  const findBearers = async (surname: string) => {
    const { subject, total } = await fetchSearchToken(server.app, event.id, { surname })
    return [subject.label, total]
  }
  expect(await findBearers('Lukasiewicz')).toEqual(['Łukasiewicz', 1])
  expect(await findBearers('Müller')).toEqual(['Mueller', 0])
  expect(await findBearers('Vanderberg')).toEqual(['van der Berg', 0])
  const { items } = await fetchAnswer(server.app, listEvents, { query: { searchString: 'roros' } })
  expect(items.map(({ eventId }) => eventId)).toEqual([event.id])
  const keys = await db.select({ subject: photoAnswers.subject }).from(photoAnswers)
  expect(keys.map((row) => row.subject).sort()).toEqual(['number:902@x', `surname:lukasevikz@${deviceKey}`])
  const [share] = await db.select().from(photoShares)
  expect(share).toMatchObject({ owner: `surname:lukasevikz@${deviceKey}`, surname: 'lukasevikz' })
})
