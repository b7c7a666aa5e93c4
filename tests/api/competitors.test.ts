import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSearchToken, type SearchTokenRequest, searchCompetitors } from '../../contract/competitors.ts'
import { listPhotos } from '../../contract/photos.ts'
import { forgetSelfie } from '../../contract/recognition.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import {
  importCompetitors,
  issueSearchToken,
  listCompetitorNumbers,
} from '../../server/features/competitors/index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import {
  buildEmbedding,
  buildEmbeddingNear,
  createPhoto,
  createSelfie,
  createStartList,
  createTestEvent,
} from '../support/data/race.ts'
import { fetchAnswer, fetchProblemCode, fetchSearchToken, sendCall } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

let server: SearchServer
let event: EventRow

const runners = [
  {
    number: '128',
    firstName: 'Андрей',
    surname: 'Ковалёв',
    firstNameLatin: 'Andrei',
    surnameLatin: 'Kovalev',
  },
  { number: '1280', firstName: 'Ольга', surname: 'Ковалёва' },
  { number: '7', firstName: 'Кофи', surname: 'Менса', firstNameLatin: 'Kofi', surnameLatin: 'Mensah' },
  { number: 'A12', firstName: 'Иван', surname: 'Ковалев' },
]

beforeAll(async () => {
  server = await openSearchServer({ index: createFaceIndex() })
  event = await createTestEvent(server.context())
  await createStartList(server.context(), event, runners)
}, 60_000)
afterAll(() => server.close())

describe('the start list', () => {
  const search = async (text: string, language = 'ru') => {
    const query = { competitorsListId: event.competitorsListId, search: text }
    return (await fetchAnswer(server.app, searchCompetitors, { query, language })).items
  }
  const findNumbers = async (text: string) => (await search(text)).map((runner) => runner.number).sort()

  it('finds runners by the beginning of a name in either alphabet, ignoring ё', async () => {
    for (const typed of ['Ковалёв', 'ковалев', 'Kovalev', 'KOVALYOV'])
      expect(await findNumbers(typed), typed).toEqual(['128', '1280', 'A12'])
    expect(await findNumbers('Андрей Ков')).toEqual(['128'])
    expect(await findNumbers('mensah')).toEqual(['7'])
  })

  it('finds runners by number, the exact one first', async () => {
    expect((await search('128')).map((runner) => runner.number)).toEqual(['128', '1280'])
    expect((await search('００7 ')).map((runner) => runner.number)).toEqual(['7'])
  })

  it('is replaced as a whole or not at all, and other lists stay', async () => {
    const [own, other] = [await createTestEvent(server.context()), await createTestEvent(server.context())]
    for (const { id } of [own, other]) await importCompetitors(server.context(), id, runners)
    const [first] = runners
    if (!first) throw new Error('There are no runners')
    const replace = (number: string) =>
      importCompetitors(server.context(), own.id, [{ ...first, number }], { replace: true })
    const listNumbers = async ({ competitorsListId }: EventRow) => [
      ...(await listCompetitorNumbers(server.context(), competitorsListId)),
    ]
    await expect(replace('*')).rejects.toThrow('Invalid start numbers: *')
    expect(await listNumbers(own)).toHaveLength(runners.length)
    expect(await replace('0128')).toEqual({ imported: 1, refused: [], others: runners.length - 1 })
    expect(await listNumbers(own)).toEqual(['128'])
    expect(await listNumbers(other)).toHaveLength(runners.length)
  })

  it('never returns the whole list', async () => {
    for (const typed of ['', ' ', '*', '%', '_']) expect(await search(typed), typed).toEqual([])
  })

  it('returns names in the alphabet of the language, where the list has it', async () => {
    expect((await search('7', 'en'))[0]).toMatchObject({ firstName: 'Kofi', surname: 'Mensah' })
    expect((await search('7', 'ru'))[0]).toMatchObject({ firstName: 'Кофи', surname: 'Менса' })
  })

  it('is imported again without duplicates, the newest line winning', async () => {
    const other = await createTestEvent(server.context())
    await createStartList(server.context(), other, runners)
    const lines = [
      { number: '0128', firstName: 'Андрей', surname: 'Соколов' },
      { number: '*', firstName: '', surname: '' },
    ]
    expect(await createStartList(server.context(), other, lines)).toEqual({
      imported: 1,
      refused: ['*'],
      others: runners.length - 1,
    })
    const query = { competitorsListId: other.competitorsListId, search: '128' }
    const { items } = await fetchAnswer(server.app, searchCompetitors, { query })
    expect(items.map((runner) => runner.surname)).toEqual(['Соколов', 'Ковалёва'])
  })

  it('is paged, and reveals the first five runners and no more', async () => {
    const other = await createTestEvent(server.context())
    const seven = ['301', '302', '303', '304', '305', '306', '307']
    const startList = seven.map((number) => ({ number, firstName: 'Анна', surname: 'Белова' }))
    await createStartList(server.context(), other, startList)
    const readPage = async (paging: Record<string, string>) => {
      const query = { competitorsListId: other.competitorsListId, search: 'белова', ...paging }
      const { items, count, total } = await fetchAnswer(server.app, searchCompetitors, { query })
      return [items.map(({ number }) => number), count, total]
    }
    expect(await readPage({ count: '2' })).toEqual([['301', '302'], 2, 5])
    expect(await readPage({ offset: '4', count: '2' })).toEqual([['305'], 1, 5])
    expect(await readPage({ offset: '5' })).toEqual([[], 0, 5])
    expect((await readPage({ count: '100' }))[0]).toEqual(seven.slice(0, 5))
  })

  it('of another event or tenant does not exist', async () => {
    const query = { competitorsListId: event.competitorsListId, search: '7' }
    expect(await fetchProblemCode(server.app, searchCompetitors, { query, host: 'two.test' })).toEqual([
      404,
      'EventNotFound',
    ])
  })
})

describe('requesting a token', () => {
  it('counts the photos that it gives access to now', async () => {
    const own = await createTestEvent(server.context())
    await createStartList(server.context(), own, runners)
    await createPhoto(server.context(), own, { numbers: ['128'] })
    await createPhoto(server.context(), own, { numbers: ['A12', '7'] })
    await createPhoto(server.context(), own)
    const countMatches = async (input: SearchTokenRequest) => {
      const { total, subject } = await fetchSearchToken(server.app, own.id, input)
      return [subject.kind, total]
    }
    expect(await countMatches({})).toEqual(['event', 3])
    expect(await countMatches({ number: ' ００128' })).toEqual(['number', 1])
    expect(await countMatches({ number: '999' })).toEqual(['number', 0])
    expect(await countMatches({ surname: 'Kovalyov' })).toEqual(['surname', 2])
    expect(await countMatches({ surname: 'Ковалёв Иван' })).toEqual(['surname', 1])
    const query = { competitorsListId: own.competitorsListId, search: '7' }
    const { items } = await fetchAnswer(server.app, searchCompetitors, { query })
    expect(await countMatches({ competitorId: items[0]?.competitorId ?? '' })).toEqual(['competitor', 1])
  })

  it('needs no bearer, and answers the same with one', async () => {
    const own = await createTestEvent(server.context())
    const input = { params: { eventId: own.id }, body: {} }
    const { subject, total } = await fetchAnswer(server.app, createSearchToken, input)
    expect(await fetchAnswer(server.app, createSearchToken, { ...input, token: 'a.b.c' })).toMatchObject({
      subject,
      total,
    })
  })

  it('lasts twelve hours, or as long as the selfie does', async () => {
    const { expiresOn } = await fetchSearchToken(server.app, event.id)
    expect(Date.parse(expiresOn) - server.services.clock().getTime()).toBe(12 * 3_600_000)
    const selfie = await createSelfie(
      { ...server.context(), now: new Date(server.services.clock().getTime() - 23 * 3_600_000) },
      event,
      buildEmbedding(1),
    )
    const shortToken = await fetchSearchToken(server.app, event.id, selfie)
    expect(Date.parse(shortToken.expiresOn) - server.services.clock().getTime()).toBe(3_600_000)
  })

  it.each([
    [{ number: '*' }, 422, 'BibInvalid'],
    [{ number: '%' }, 422, 'BibInvalid'],
    [{ number: '1'.repeat(17) }, 400, 'ValidationFailed'],
    [{ number: 128 }, 400, 'ValidationFailed'],
    [{ number: '128', surname: 'Ковалёв' }, 400, 'ValidationFailed'],
    [{ everybody: true }, 400, 'ValidationFailed'],
    [{ competitorId: 'nobody' }, 404, 'CompetitorNotFound'],
    [{ surname: 'Никто' }, 404, 'CompetitorNotFound'],
    [{ surname: '%%' }, 404, 'CompetitorNotFound'],
    [{ selfieId: 'none', personId: 'none' }, 404, 'SelfieNotFound'],
  ])('for %j answers %i %s', async (body, status, code) => {
    expect(
      await fetchProblemCode(server.app, createSearchToken, { params: { eventId: event.id }, body }),
    ).toEqual([status, code])
  })

  it('gives each visitor another one, also in the same second', async () => {
    const tokens = [
      await fetchSearchToken(server.app, event.id),
      await fetchSearchToken(server.app, event.id),
    ]
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(2)
  })

  it('for an unknown event answers EventNotFound', async () => {
    const call = { params: { eventId: 'unknown' }, body: {} }
    expect(await fetchProblemCode(server.app, createSearchToken, call)).toEqual([404, 'EventNotFound'])
  })

  it("refuses a selfie of another event, or another person's name for it", async () => {
    const other = await createTestEvent(server.context())
    const selfie = await createSelfie(server.context(), other, buildEmbedding(2))
    const call = (body: object) =>
      fetchProblemCode(server.app, createSearchToken, { params: { eventId: event.id }, body })
    expect(await call(selfie)).toEqual([404, 'SelfieNotFound'])
    const own = await createSelfie(server.context(), event, buildEmbedding(2))
    expect(await call({ ...own, personId: selfie.personId })).toEqual([404, 'SelfieNotFound'])
  })

  it('is rate limited for persons, not for whole events', async () => {
    const deviceKey = 'a-device-that-guesses-numbers'
    const call = (body: object) =>
      sendCall(server.app, createSearchToken, {
        params: { eventId: event.id },
        body,
        address: '192.0.2.2',
      })
    const statuses = new Set<number>()
    for (let i = 0; i < 121; i++) statuses.add((await call({ number: '*', deviceKey })).statusCode)
    expect(statuses).toEqual(new Set([422, 429]))
    const last = await call({ number: '128', deviceKey })
    expect([last.statusCode, last.json<{ code: string }>().code]).toEqual([429, 'TooManyRequests'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call({})).statusCode).toBe(200)
  })
})

describe('a search token', () => {
  const requestPhotos = (token: string | undefined, albumId = event.albumId) =>
    fetchProblemCode(server.app, listPhotos, {
      query: { albumId },
      ...(token === undefined ? {} : { token }),
    })
  const forgeToken = (
    alg: string,
    claims: object,
    key: Uint8Array = server.services.config.secrets.searchToken,
  ) =>
    new SignJWT({ tenant: 'one', event: event.id, subject: { kind: 'event' }, ...claims })
      .setProtectedHeader({ alg, kid: '../../dev/null' })
      .setAudience('search')
      .setIssuedAt(server.services.clock())
      .setExpirationTime(new Date(server.services.clock().getTime() + 3_600_000))
      .sign(key)

  it('is required', async () => {
    expect(await requestPhotos(undefined)).toEqual([401, 'Unauthenticated'])
  })

  it('is refused when it is forged', async () => {
    const [header = '', body = ''] = (await fetchSearchToken(server.app, event.id)).token.split('.')
    const unsignedHeader = Buffer.from('{"alg":"none"}').toString('base64url')
    const key = new TextEncoder().encode('-----BEGIN PUBLIC KEY----- of another issuer')
    for (const token of [
      'nonsense',
      `${unsignedHeader}.${body}.`,
      `${header}.${body}.AAAA`,
      await forgeToken('HS256', {}, key),
      await forgeToken('HS512', {}),
      await forgeToken('HS256', { tenant: 'two' }),
      await forgeToken('HS256', { subject: { kind: 'everybody' } }),
      // from a release whose tokens did not contain the device
      await forgeToken('HS256', { subject: { kind: 'number', number: '128' } }),
    ])
      expect(await requestPhotos(token), token).toEqual([401, 'TokenInvalid'])
  })

  it('expires, with a minute of tolerance for clocks', async () => {
    const { token } = await fetchSearchToken(server.app, event.id)
    server.moveClock(12 * 3_600_000 + 59_000)
    expect((await sendCall(server.app, listPhotos, { token })).statusCode).toBe(200)
    server.moveClock(2_000)
    expect(await requestPhotos(token)).toEqual([401, 'TokenExpired'])
  })

  it('made by a clock half a minute ahead is accepted', async () => {
    const aheadContext = { ...server.context(), now: new Date(server.services.clock().getTime() + 30_000) }
    const { token } = await issueSearchToken(aheadContext, server.services, {
      eventId: event.id,
      subject: { kind: 'event' },
    })
    expect((await sendCall(server.app, listPhotos, { token })).statusCode).toBe(200)
  })

  it('of one event opens no other album, and no other tenant', async () => {
    const { token } = await fetchSearchToken(server.app, event.id)
    const other = await createTestEvent(server.context())
    expect(await requestPhotos(token, other.albumId)).toEqual([403, 'TokenScope'])
    expect(await fetchProblemCode(server.app, listPhotos, { token, host: 'two.test' })).toEqual([
      401,
      'TokenInvalid',
    ])
  })

  it('in an address is ignored', async () => {
    const { token } = await fetchSearchToken(server.app, event.id)
    expect(await fetchProblemCode(server.app, listPhotos, { query: { token } })).toEqual([
      401,
      'Unauthenticated',
    ])
  })

  it('finds nothing once the selfie is deleted', async () => {
    const own = await createTestEvent(server.context())
    await createPhoto(server.context(), own, { faces: [buildEmbeddingNear(buildEmbedding(3), 0.2)] })
    const selfie = await createSelfie(server.context(), own, buildEmbedding(3))
    const { token, total } = await fetchSearchToken(server.app, own.id, selfie)
    expect(total).toBe(1)
    await sendCall(server.app, forgetSelfie, {
      params: { selfieId: selfie.selfieId },
    })
    expect(await fetchProblemCode(server.app, listPhotos, { token })).toEqual([401, 'TokenExpired'])
  })
})
