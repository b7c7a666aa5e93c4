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

const dayInMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'photofinish-shares-'))
const red = { r: 220, g: 20, b: 20 }
const blue = { r: 20, g: 20, b: 220 }

let testServer: SearchServer

beforeAll(async () => {
  const webFolder = join(folder, 'web')
  mkdirSync(join(webFolder, 'assets'), { recursive: true })
  copyFileSync(join(projectRoot, 'index.html'), join(webFolder, 'index.html'))
  testServer = await openSearchServer({
    index: createFaceIndex(),
    createMoreFeatures: (services) => [createStorefrontFeature(services, { webFolder })],
  })
}, 60_000)
afterAll(async () => {
  await testServer.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openPage(path: string, { language = 'ru', host = 'one.test' } = {}) {
  const { statusCode, body } = await testServer.app.inject({
    url: path,
    headers: { host, accept: 'text/html', 'accept-language': language },
  })
  const head = body.slice(0, body.indexOf('</head>'))
  const matchHead = (pattern: RegExp) => head.match(pattern)?.[1]?.replaceAll('\u00a0', ' ')
  return {
    status: statusCode,
    body,
    robots: matchHead(/<meta name="robots" content="([^"]*)"/),
    title: matchHead(/<title>([^<]*)<\/title>/),
    twitterCard: matchHead(/<meta name="twitter:card" content="([^"]*)"/),
    property: (name: string) => matchHead(new RegExp(`<meta property="${name}" content="([^"]*)"`)),
  }
}

const createShareLink = async (token: string) =>
  (
    await fetchAnswer(testServer.app, createShare, {
      token,
      body: {},
      headers: { 'idempotency-key': newId() },
    })
  ).shareId
const fetchCard = (shareId: string, host?: string) =>
  sendCall(testServer.app, getShareCard, {
    params: { shareId },
    query: { lang: 'ru' },
    ...(host && { host }),
  })

/** Creates a photo of number 128 whose preview has one color. */
async function createColoredPhoto(
  event: EventRow,
  color: typeof red,
  faces: Float32Array[],
  numbers = ['128'],
) {
  const photoId = await createPhoto(testServer.context(), event, { numbers, faces })
  const { token } = await fetchSearchToken(testServer.app, event.id)
  const { items } = await fetchAnswer(testServer.app, listPhotos, { token, query: { count: '100' } })
  const url = items.find((photo) => photo.photoId === photoId)?.preview.url ?? ''
  const size = { width: 1280, height: 854, channels: 3, background: color } as const
  const bytes = await sharp({ create: size }).jpeg().toBuffer()
  await testServer.services.objects.put(`media/one/${url.split('/').at(-1)}`, bytes, {
    contentType: 'image/jpeg',
  })
}

async function createRunner(input: { finished: boolean } = { finished: true }) {
  const event = await createTestEvent(testServer.context())
  const finishedOn = new Date(event.startsOn.getTime() + (3600 + 33 * 60 + 41) * 1000)
  await createStartList(testServer.context(), event, [
    {
      ...{ number: '128', firstName: 'Андрей', surname: 'Ковалёв' },
      ...{ firstNameLatin: 'Andrei', surnameLatin: 'Kovalev' },
      ...(input.finished && { finishedOn }),
    },
  ])
  const token = async () => (await fetchSearchToken(testServer.app, event.id, { number: '128' })).token
  return { event, token }
}

/** Returns the colors at the center of the card's photo, and of its text side. */
async function readColors(bytes: Buffer) {
  const pixelAt = async (left: number, top: number) => {
    const area = { left, top, width: 1, height: 1 }
    const [r = 0, g = 0, b = 0] = await sharp(bytes).extract(area).raw().toBuffer()
    return { r, g, b }
  }
  return { photo: await pixelAt(260, 300), textSide: await pixelAt(1190, 300) }
}
const isNear = (one: typeof red, other: typeof red) =>
  Math.abs(one.r - other.r) + Math.abs(one.g - other.g) + Math.abs(one.b - other.b) < 30

describe('a shared link in a messenger', () => {
  it('says first name, event, day and time, and is not to be listed', async () => {
    const { event, token } = await createRunner()
    await createPhoto(testServer.context(), event, { numbers: ['128'] })
    await createPhoto(testServer.context(), event, { numbers: ['128'] })
    const shareId = await createShareLink(await token())
    const page = await openPage(`/shared/${shareId}`)
    expect(page).toMatchObject({ status: 200, robots: 'noindex', twitterCard: 'summary_large_image' })
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
    const english = await openPage(`/shared/${shareId}`, { language: 'en' })
    expect(english.property('og:title')).toBe('Andrei at the finish, Three Bridges Half Marathon')
    expect(english.property('og:image')).toContain('lang=en')
  })

  it('says no time of a runner who has not finished, and no name of a face', async () => {
    const { event, token } = await createRunner({ finished: false })
    await createPhoto(testServer.context(), event, { numbers: ['128'] })
    const page = await openPage(`/shared/${await createShareLink(await token())}`)
    expect(page.property('og:title')).toContain('Андрей на дистанции')
    expect(page.property('og:description')).toBe('1 фото: Полумарафон «Три моста», 12 сентября 2026 г.')

    await createPhoto(testServer.context(), event, { faces: [buildEmbeddingNear(buildEmbedding(5), 0.3)] })
    const selfie = await createSelfie(testServer.context(), event, buildEmbedding(5))
    const { token: faceToken } = await fetchSearchToken(testServer.app, event.id, selfie)
    const namelessPage = await openPage(`/shared/${await createShareLink(faceToken)}`)
    expect(namelessPage.property('og:title')).toContain('Фото с дистанции')
  })

  it('shows a picture of 1200 × 630 pixels with the photo of the runner alone', async () => {
    const { event, token } = await createRunner()
    await createColoredPhoto(event, blue, [buildEmbedding(1), buildEmbedding(2)])
    await createColoredPhoto(event, blue, [buildEmbedding(1)], ['128', '7'])
    await createColoredPhoto(event, red, [buildEmbedding(1)])
    const response = await fetchCard(await createShareLink(await token()))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const { width, height, format, exif } = await sharp(response.rawPayload).metadata()
    expect({ width, height, format, exif }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    const { photo, textSide } = await readColors(response.rawPayload)
    expect(isNear(photo, red)).toBe(true)
    expect(isNear(textSide, { r: 255, g: 255, b: 255 })).toBe(true)
  })

  it('shows words alone where every photo shows others too', async () => {
    const { event, token } = await createRunner()
    await createColoredPhoto(event, blue, [buildEmbedding(1), buildEmbedding(2)])
    const { photo } = await readColors((await fetchCard(await createShareLink(await token()))).rawPayload)
    expect(isNear(photo, blue)).toBe(false)
  })

  it('ends with its link: taken back, or after thirty days', async () => {
    const { event, token } = await createRunner()
    await createPhoto(testServer.context(), event, { numbers: ['128'] })
    const bearer = await token()
    const [first, second] = [await createShareLink(bearer), await createShareLink(bearer)]
    expect((await fetchCard(first)).statusCode).toBe(200)
    await fetchAnswer(testServer.app, forgetShare, { token: bearer, params: { shareId: first } })
    expect(await fetchProblemCode(testServer.app, getShareCard, { params: { shareId: first } })).toEqual([
      404,
      'ShareNotFound',
    ])
    const endedPage = await openPage(`/shared/${first}`)
    expect([endedPage.status, endedPage.robots, endedPage.property('og:image')]).toEqual([
      200,
      'noindex',
      undefined,
    ])
    expect((await fetchCard(second)).statusCode).toBe(200)
    testServer.moveClock(30 * dayInMs)
    expect((await fetchCard(second)).statusCode).toBe(404)
    expect((await openPage(`/shared/${second}`)).property('og:title')).toBeUndefined()
  })

  it('is nothing at the host of another tenant', async () => {
    const { event, token } = await createRunner()
    await createPhoto(testServer.context(), event, { numbers: ['128'] })
    const shareId = await createShareLink(await token())
    expect((await fetchCard(shareId, 'two.test')).statusCode).toBe(404)
    const otherTenantPage = await openPage(`/shared/${shareId}`, { host: 'two.test' })
    expect(otherTenantPage.property('og:title')).toBeUndefined()
    expect(otherTenantPage.body).not.toContain('Андрей')
  })
})
