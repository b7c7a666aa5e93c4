import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShare, forgetShare, getShareCard, listPhotos } from '../../contract/photos.ts'
import { createFaceIndex } from '../../server/adapters/vision/search/face-index.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { createStorefrontFeature } from '../../server/features/storefront/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { anEvent, aPhoto, aSelfie, aStartList, buildFace, faceNear } from '../support/data/race.ts'
import { answer, refusal, send, tokenFor } from '../support/server/api-calls.ts'
import { openSearchServer, type SearchServer } from '../support/server/search-server.ts'

const day = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'photofinish-shares-'))
const red = { r: 220, g: 20, b: 20 }
const blue = { r: 20, g: 20, b: 220 }

let testServer: SearchServer

beforeAll(async () => {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  copyFileSync(join(projectRoot, 'index.html'), join(web, 'index.html'))
  testServer = await openSearchServer({
    index: createFaceIndex(),
    more: (services) => [createStorefrontFeature(services, web)],
  })
}, 60_000)
afterAll(async () => {
  await testServer.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(path: string, { language = 'ru', host = 'one.test' } = {}) {
  const { statusCode, body } = await testServer.app.inject({
    url: path,
    headers: { host, accept: 'text/html', 'accept-language': language },
  })
  const head = body.slice(0, body.indexOf('</head>'))
  const found = (pattern: RegExp) => head.match(pattern)?.[1]?.replaceAll('\u00a0', ' ')
  return {
    status: statusCode,
    body,
    robots: found(/<meta name="robots" content="([^"]*)"/),
    title: found(/<title>([^<]*)<\/title>/),
    card: found(/<meta name="twitter:card" content="([^"]*)"/),
    property: (name: string) => found(new RegExp(`<meta property="${name}" content="([^"]*)"`)),
  }
}

const share = async (token: string) =>
  (await answer(testServer.app, createShare, { token, body: {}, headers: { 'idempotency-key': newId() } }))
    .shareId
const drawn = (shareId: string, host?: string) =>
  send(testServer.app, getShareCard, { params: { shareId }, query: { lang: 'ru' }, ...(host && { host }) })

/** Creates a photo of number 128 whose preview has one color. */
async function coloured(event: EventRow, colour: typeof red, faces: Float32Array[], numbers = ['128']) {
  const photoId = await aPhoto(testServer.context(), event, { numbers, faces })
  const { token } = await tokenFor(testServer.app, event.id)
  const { items } = await answer(testServer.app, listPhotos, { token, query: { count: '100' } })
  const url = items.find((photo) => photo.photoId === photoId)?.preview.url ?? ''
  const size = { width: 1280, height: 854, channels: 3, background: colour } as const
  const bytes = await sharp({ create: size }).jpeg().toBuffer()
  await testServer.services.objects.put(`media/one/${url.split('/').at(-1)}`, bytes, {
    contentType: 'image/jpeg',
  })
}

async function aRunner(input: { finished: boolean } = { finished: true }) {
  const event = await anEvent(testServer.context())
  const finishedOn = new Date(event.startsOn.getTime() + (3600 + 33 * 60 + 41) * 1000)
  await aStartList(testServer.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      ...{ firstNameLatin: 'Andrei', surnameLatin: 'Kovalev' },
      ...(input.finished && { finishedOn }),
    },
  ])
  const token = async () => (await tokenFor(testServer.app, event.id, { number: '128' })).token
  return { event, token }
}

/** Returns the colors at the center of the card's photo, and of its text side. */
async function countColours(bytes: Buffer) {
  const pixelAt = async (left: number, top: number) => {
    const area = { left, top, width: 1, height: 1 }
    const [r = 0, g = 0, b = 0] = await sharp(bytes).extract(area).raw().toBuffer()
    return { r, g, b }
  }
  return { photo: await pixelAt(260, 300), words: await pixelAt(1190, 300) }
}
const isNear = (one: typeof red, other: typeof red) =>
  Math.abs(one.r - other.r) + Math.abs(one.g - other.g) + Math.abs(one.b - other.b) < 30

describe('a shared link in a messenger', () => {
  it('says first name, event, day and time, and is not to be listed', async () => {
    const { event, token } = await aRunner()
    await aPhoto(testServer.context(), event, { numbers: ['128'] })
    await aPhoto(testServer.context(), event, { numbers: ['128'] })
    const shareId = await share(await token())
    const page = await open(`/shared/${shareId}`)
    expect(page).toMatchObject({ status: 200, robots: 'noindex', card: 'summary_large_image' })
    expect(page.property('og:title')).toBe('Андрей на финише, Полумарафон «Три моста»')
    expect(page.property('og:description')).toBe(
      'Время 1:33:41, 2 фото: Полумарафон «Три моста», 12 сентября 2026 г.',
    )
    expect(page.property('og:url')).toBe(`http://one.test/shared/${shareId}`)
    expect(page.property('og:image')).toBe(
      `http://one.test/public/photos/api/v1/shares/${shareId}/card?lang=ru`,
    )
    expect([page.property('og:image:width'), page.property('og:image:height')]).toEqual(['1200', '630'])
    expect(page.body).not.toContain('Ковалёв')
    const english = await open(`/shared/${shareId}`, { language: 'en' })
    expect(english.property('og:title')).toBe('Andrei at the finish, Three Bridges Half Marathon')
    expect(english.property('og:image')).toContain('lang=en')
  })

  it('says no time of a runner who has not finished, and no name of a face', async () => {
    const { event, token } = await aRunner({ finished: false })
    await aPhoto(testServer.context(), event, { numbers: ['128'] })
    const page = await open(`/shared/${await share(await token())}`)
    expect(page.property('og:title')).toContain('Андрей на дистанции')
    expect(page.property('og:description')).toBe('1 фото: Полумарафон «Три моста», 12 сентября 2026 г.')

    await aPhoto(testServer.context(), event, { faces: [faceNear(buildFace(5), 0.3)] })
    const selfie = await aSelfie(testServer.context(), event, buildFace(5))
    const { token: byFace } = await tokenFor(testServer.app, event.id, selfie)
    const nameless = await open(`/shared/${await share(byFace)}`)
    expect(nameless.property('og:title')).toContain('Фото с дистанции')
  })

  it('shows a picture of 1200 × 630 pixels with the photo of the runner alone', async () => {
    const { event, token } = await aRunner()
    await coloured(event, blue, [buildFace(1), buildFace(2)])
    await coloured(event, blue, [buildFace(1)], ['128', '7'])
    await coloured(event, red, [buildFace(1)])
    const response = await drawn(await share(await token()))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const { width, height, format, exif } = await sharp(response.rawPayload).metadata()
    expect({ width, height, format, exif }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    const { photo, words } = await countColours(response.rawPayload)
    expect(isNear(photo, red)).toBe(true)
    expect(isNear(words, { r: 255, g: 255, b: 255 })).toBe(true)
  })

  it('shows words alone where every photo shows others too', async () => {
    const { event, token } = await aRunner()
    await coloured(event, blue, [buildFace(1), buildFace(2)])
    const { photo } = await countColours((await drawn(await share(await token()))).rawPayload)
    expect(isNear(photo, blue)).toBe(false)
  })

  it('ends with its link: taken back, or after thirty days', async () => {
    const { event, token } = await aRunner()
    await aPhoto(testServer.context(), event, { numbers: ['128'] })
    const bearer = await token()
    const [first, second] = [await share(bearer), await share(bearer)]
    expect((await drawn(first)).statusCode).toBe(200)
    await answer(testServer.app, forgetShare, { token: bearer, params: { shareId: first } })
    expect(await refusal(testServer.app, getShareCard, { params: { shareId: first } })).toEqual([
      404,
      'ShareNotFound',
    ])
    const over = await open(`/shared/${first}`)
    expect([over.status, over.robots, over.property('og:image')]).toEqual([200, 'noindex', undefined])
    expect((await drawn(second)).statusCode).toBe(200)
    testServer.moveClock(30 * day)
    expect((await drawn(second)).statusCode).toBe(404)
    expect((await open(`/shared/${second}`)).property('og:title')).toBeUndefined()
  })

  it('is nothing at the host of another tenant', async () => {
    const { event, token } = await aRunner()
    await aPhoto(testServer.context(), event, { numbers: ['128'] })
    const shareId = await share(await token())
    expect((await drawn(shareId, 'two.test')).statusCode).toBe(404)
    const elsewhere = await open(`/shared/${shareId}`, { host: 'two.test' })
    expect(elsewhere.property('og:title')).toBeUndefined()
    expect(elsewhere.body).not.toContain('Андрей')
  })
})
