import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSearchToken, searchCompetitors } from '../../contract/competitors.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { importStartList } from '../../server/features/ingest/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { createPhoto, createStartList, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken } from '../support/server/api-calls.ts'
import { openShop, type Shop } from '../support/server/shop.ts'

let server: Shop
beforeAll(async () => {
  server = await openShop()
}, 60_000)
afterAll(() => server.close())

/** Creates an event with a start list of `tests/fixtures/start-lists`. */
async function createEventWithList(name: string): Promise<EventRow> {
  const event = await createTestEvent(server.context())
  const path = join(projectRoot, 'tests', 'fixtures', 'start-lists', `${name}.csv`)
  expect((await importStartList(server.context(), event, path)).badLines).toEqual([])
  return event
}

/** Returns the label and the number of photos of a search. */
async function search(event: EventRow, subject: { number: string } | { surname: string }) {
  const found = await fetchSearchToken(server.app, event.id, subject)
  return [found.subject.label, found.total]
}

async function suggestNumbers(event: EventRow, typed: string): Promise<string[]> {
  const query = { competitorsListId: event.competitorsListId, search: typed }
  return (await fetchAnswer(server.app, searchCompetitors, { query })).items.map(({ number }) => number)
}

describe('a bib', () => {
  it('with a hyphen or point differs from the same digits without it', async () => {
    const event = await createEventWithList('relay-bibs')
    await createPhoto(server.context(), event, { numbers: ['121'] })
    await createPhoto(server.context(), event, { numbers: ['12-1'] })
    await createPhoto(server.context(), event, { numbers: ['12-1', '12-2'] })
    const expected = [
      ['121', '121 · Sam Single', 1],
      ['12-1', '12-1 · Rita Relayone', 2],
      [' 12–1', '12-1 · Rita Relayone', 2],
      ['12-2', '12-2 · Rob Relaytwo', 1],
      ['122', '122', 0],
      ['101a', '101A · Lea Letterafter', 0],
      ['А-101', 'A101 · Leo Letterbefore', 0],
      ['15.1', '15.1 · Dora Dotone', 0],
      ['15.2', '15.2 · Dan Dottwo', 0],
      ['17/1', '17-1 · Sara Slash', 0],
    ] as const
    for (const [number, label, photos] of expected)
      expect(await search(event, { number }), number).toEqual([label, photos])
    expect(await suggestNumbers(event, '12-')).toEqual(['121', '12-1', '12-2'])
    expect(await suggestNumbers(event, '12-1')).toEqual(['12-1'])
  })

  it('with letters finds its runner in any case and alphabet', async () => {
    const event = await createEventWithList('letter-bibs')
    for (const number of ['AB12', 'ab12', ' Ab 12', 'АВ12', 'ab-12', '№AB12'])
      expect(await search(event, { number }), number).toEqual(['AB12 · D Twoletters', 0])
    expect(await search(event, { number: 'vip7' })).toEqual(['VIP7 · E Vip', 0])
    expect(await search(event, { number: '123456' })).toEqual(['123456 · F Six', 0])
    expect(await suggestNumbers(event, 'ab1')).toEqual(['AB12'])
  })

  it('that was stored without its hyphen is replaced by an import of the same runner', async () => {
    const event = await createTestEvent(server.context())
    await createStartList(server.context(), event, [
      { number: '122', firstName: 'Rob', surname: 'Relaytwo' },
      { number: '151', firstName: 'Other', surname: 'Runner' },
      { number: '121', firstName: 'Sam', surname: 'Single' },
    ])
    const path = join(projectRoot, 'tests', 'fixtures', 'start-lists', 'relay-bibs.csv')
    await importStartList(server.context(), event, path)
    expect(await suggestNumbers(event, 'relaytwo')).toEqual(['12-2'])
    expect(await search(event, { number: '122' })).toEqual(['122', 0])
    expect(await search(event, { number: '151' })).toEqual(['151 · Other Runner', 0])
    expect(await search(event, { number: '121' })).toEqual(['121 · Sam Single', 0])
  })

  it('with an invalid form is rejected', async () => {
    const event = await createEventWithList('letter-bibs')
    const call = { params: { eventId: event.id }, body: { number: '1-2-3' } }
    expect(await fetchProblemCode(server.app, createSearchToken, call)).toEqual([422, 'BibInvalid'])
  })
})

describe('a surname', () => {
  it('of two words is found by each of them, and by both', async () => {
    const event = await createEventWithList('double-surnames')
    const found = {
      'García López': [
        'garcia',
        'lopez',
        'García López',
        'lopez garcia',
        'Garcia-Lopez',
        'GARCIA LÓPEZ',
        'Ana Lopez',
      ],
      'Римский-Корсаков': ['Корсаков', 'римский', 'Римский-Корсаков', 'Римский Корсаков', 'Korsakov'],
      'van der Berg': ['Berg', 'van der berg', 'Vanderberg', 'der berg', 'Berg Jan'],
      'Smith-Jones': ['Jones', 'smith', 'Smith Jones', 'SmithJones', 'jones smith'],
    }
    for (const [label, typed] of Object.entries(found))
      for (const surname of typed) {
        expect(await search(event, { surname }), surname).toEqual([label, 0])
        expect(await suggestNumbers(event, surname), surname).toHaveLength(1)
      }
  })

  it('is not found by a part of a word, a particle alone or a first name', async () => {
    const event = await createEventWithList('double-surnames')
    for (const surname of ['garc', 'van', 'der', 'van der', 'Ana', 'Николай', 'lopez amy', '%%', '__']) {
      const call = { params: { eventId: event.id }, body: { surname } }
      expect(await fetchProblemCode(server.app, createSearchToken, call), surname).toEqual([
        404,
        'CompetitorNotFound',
      ])
    }
  })

  it('leads to the photos of all who have it or a part of it', async () => {
    const event = await createEventWithList('double-surnames')
    await createStartList(server.context(), event, [{ number: '805', firstName: 'Luis', surname: 'Garcia' }])
    await createPhoto(server.context(), event, { numbers: ['801'] })
    await createPhoto(server.context(), event, { numbers: ['805'] })
    const { subject, total } = await fetchSearchToken(server.app, event.id, { surname: 'García' })
    expect([subject.bearers?.map(({ number }) => number), total]).toEqual([['801', '805'], 2])
    expect(await search(event, { surname: 'garcia lopez' })).toEqual(['García López', 1])
  })

  it('is found in letters of any keyboard', async () => {
    const event = await createEventWithList('letters')
    const found = {
      '901': ['Łukasiewicz', 'Lukasiewicz', 'LUKASIEWICZ'],
      '902': ['Sørensen', 'Sorensen', 'Soerensen'],
      '903': ['Weiß', 'Weiss', 'WEISS'],
      '904': ['Қуанышбай', 'Куанышбай', 'Kuanyshbai'],
      '905': ['Müller', 'Mueller', 'Muller', 'Müller'.normalize('NFD')],
      '906': ['Ðorđević', 'Dordevic', 'Đorđević'],
      '907': ['O’Connor', "O'Connor", 'OConnor', 'O Connor'],
      '908': ['Yıldız', 'Yildiz', 'YILDIZ'],
    }
    for (const [number, typed] of Object.entries(found))
      for (const surname of typed) {
        expect(await suggestNumbers(event, surname), surname).toEqual([number])
        const label = (await search(event, { number }))[0]
        expect(String(label), surname).toContain((await search(event, { surname }))[0])
      }
  })
})
