import { copyFileSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import exifr from 'exifr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getEvent } from '../../contract/events.ts'
import { listPhotos, type Photo } from '../../contract/photos.ts'
import { readManifest } from '../../server/features/ingest/index.ts'
import { openPreorders } from '../../server/features/preorders/index.ts'
import { jobs } from '../../server/platform/jobs/tables.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { withInterceptedStatements } from '../money/statements.ts'
import { blankPng } from '../support/data/blank-png.ts'
import { createSelfie, createStartList, createTestEvent } from '../support/data/race.ts'
import { fetchAnswer, fetchSearchToken } from '../support/server/api-calls.ts'
import {
  type IngestServer,
  openIngestServer,
  readableWidthInPixels,
  readDemoPhoto,
  writePhoto,
} from '../support/server/ingest-server.ts'

// Loads models and analyzes photos, possibly in parallel with other tests: needs longer timeouts.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: IngestServer

beforeAll(async () => {
  server = await openIngestServer()
})
afterAll(() => server.close())

const runner = { number: '128', surname: 'Ковалёв', firstName: 'Андрей' }
/** Photos of Andrei with number 128, by day and in the evening, and of Olga with number 802. */
const [dayPhoto, eveningPhoto, olgaPhoto] = ['photos-a/A009.jpg', 'photos-a/A025.jpg', 'photos-a/A016.jpg']

async function fetchPhotos(eventId: string, input = {}): Promise<Photo[]> {
  const { token } = await fetchSearchToken(server.app, eventId, input)
  return (await fetchAnswer(server.app, listPhotos, { token, query: { count: '100' } })).items
}

async function downloadBytes(url: string): Promise<Buffer> {
  const response = await server.app.inject({ url, headers: { host: 'one.test' } })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  return response.rawPayload
}

describe('a folder of photos', () => {
  it('in four formats can be searched by number and face, and each is where it was taken', async () => {
    const event = await createTestEvent(server.context(), { faceThreshold: 0.45 })
    await createStartList(server.context(), event, [runner])
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(dayPhoto, readableWidthInPixels).png(), folder, 'one.png')
    await writePhoto(
      readDemoPhoto('photos-a/A053.jpg', readableWidthInPixels).webp(),
      folder,
      'finish',
      'two.webp',
    )
    copyFileSync(join(projectRoot, 'tests/fixtures/runner.heic'), join(folder, 'IMG_0003.HEIC'))
    await writePhoto(readDemoPhoto(olgaPhoto, readableWidthInPixels).jpeg(), folder, 'ФИНИШ', 'olga.jpg')
    const summary = await server.ingest(event, folder)
    expect(summary).toMatchObject({ added: 4, known: 0, foreign: [], failed: [], stopped: false })

    const photos = await fetchPhotos(event.id)
    expect(photos).toHaveLength(4)
    expect(photos.filter(({ point }) => point === 'Финиш')).toHaveLength(2)
    const andreiPhotos = await fetchPhotos(event.id, { number: '128' })
    expect(andreiPhotos.map(({ width, height }) => height / width)).toEqual(
      Array(3).fill(expect.closeTo(4 / 3, 1)),
    )
    const selfie = readFileSync(join(projectRoot, 'demo/selfies/good-a08-olga.jpg'))
    const { embedding } = await server.faces.readSelfie(selfie)
    const olgaPhotos = await fetchPhotos(event.id, await createSelfie(server.context(), event, embedding))
    expect(olgaPhotos).toHaveLength(1)
    expect(olgaPhotos[0]?.point).toBe('Финиш')
    const numbers = andreiPhotos.flatMap(({ tags }) => tags.filter(({ name }) => name === 'number'))
    expect(new Set(numbers.map(({ value }) => value))).toEqual(new Set(['128']))
  })

  it('shows upright, small, marked pictures that tell nothing of the camera or the place', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const upright = await readDemoPhoto(eveningPhoto, 1600).jpeg().toBuffer()
    // Rotates the picture and adds an orientation tag, like phones.
    const rotatedPhoto = sharp(await sharp(upright).rotate(-90).toBuffer())
      .withExif({
        IFD0: { Make: 'Nokia' },
        IFD2: { DateTimeOriginal: '2026:09:12 18:17:47' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '59/1 56/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '30/1 18/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
    await writePhoto(rotatedPhoto.jpeg(), folder, 'phone.jpg')
    const original = readFileSync(join(folder, 'phone.jpg'))
    expect(await exifr.gps(original)).toMatchObject({ latitude: expect.closeTo(59.93, 1) })
    expect(await exifr.orientation(original)).toBe(6)

    await server.ingest(event, folder)
    const [photo] = await fetchPhotos(event.id)
    // The camera has no time zone, so that of the event applies: Moscow.
    expect(photo?.takenOn).toBe('2026-09-12T15:17:47.000Z')
    expect([photo?.width, photo?.height]).toEqual([1600, 2133])
    expect([photo?.medium?.width, photo?.medium?.height]).toEqual([480, 640])
    for (const { url, width, height } of [photo?.preview, photo?.medium, photo?.thumb, photo?.tiny].filter(
      (image) => image !== undefined,
    )) {
      const bytes = await downloadBytes(url)
      const actual = await sharp(bytes).metadata()
      expect([actual.width, actual.height]).toEqual([width, height])
      expect(actual.format).toBe(url === photo?.preview.url ? 'jpeg' : 'webp')
      expect(Math.max(width, height)).toBeLessThanOrEqual(1280)
      expect(actual.exif).toBeUndefined()
      expect(bytes.includes('Nokia')).toBe(false)
      const expectedBytes = await sharp(upright).resize(width, height).jpeg().toBuffer()
      expect(await measureDifference(bytes, expectedBytes)).toBeGreaterThan(1)
      expect(await measureDifference(bytes, expectedBytes)).toBeLessThan(40)
    }
  })

  it('shows a HEIC in the colours of its profile', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const fixtures = join(projectRoot, 'tests/fixtures')
    copyFileSync(join(fixtures, 'runner.heic'), join(folder, 'plain.heic'))
    copyFileSync(join(fixtures, 'heic/runner-p3.heic'), join(folder, 'p3.heic'))
    expect(await server.ingest(event, folder)).toMatchObject({ added: 2, failed: [] })
    // the same picture and watermark: only the profile differs
    const colours = await Promise.all(
      (await fetchPhotos(event.id)).map(async ({ preview }) => {
        const { channels } = await sharp(await downloadBytes(preview.url)).stats()
        return channels.map(({ mean }) => mean)
      }),
    )
    const [wide = [], plain = []] = colours.toSorted(
      (one, other) => measureSpread(other) - measureSpread(one),
    )
    expect(measureSpread(wide) - measureSpread(plain)).toBeGreaterThan(1)
  })

  it('takes place and time from a manifest before anything else', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'a.jpg')
    const manifestFile = join(server.createFolder(), 'manifest.json')
    writeFileSync(manifestFile, '{"a.jpg": {"point": "finish", "takenOn": "2026-09-12T18:44:52+03:00"}}')
    await server.ingest(event, folder, {
      point: 'Старт',
      manifest: await readManifest(manifestFile, event.timeZone),
    })
    const [photo] = await fetchPhotos(event.id)
    expect(photo).toMatchObject({ point: 'Финиш', takenOn: '2026-09-12T15:44:52.000Z' })
  })
})

describe('names of files', () => {
  // other operating systems refuse such names
  it.skipIf(process.platform !== 'linux')('that are not UTF-8 become readable ones', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'plain.jpg')
    const name = Buffer.from([0xd4, 0xe8, 0xed, 0xe8, 0xf8, 0x20, 0x31, 0x2e, 0x6a, 0x70, 0x67])
    const path = Buffer.concat([Buffer.from(`${folder}/`), name])
    writeFileSync(path, await readDemoPhoto(dayPhoto).jpeg().toBuffer())
    const actual: string[] = []
    const summary = await server.ingest(event, folder, { onAdded: (added) => actual.push(added) })
    expect(summary).toMatchObject({ added: 2, failed: [], foreign: [] })
    expect(actual.toSorted()).toEqual(['plain.jpg', 'Финиш 1.jpg'])
  })

  it('match a manifest that writes their accents otherwise, and names that match no file are reported', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const name = 'Йошкар-Ола ёлка.jpg'
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, name.normalize('NFD'))
    const manifestFile = join(server.createFolder(), 'manifest.json')
    const entry = { point: 'finish', takenOn: '2026-09-12T10:15:30+03:00' }
    writeFileSync(manifestFile, JSON.stringify({ [name.normalize('NFC')]: entry, 'gone.jpg': entry }))
    const manifest = await readManifest(manifestFile, event.timeZone)
    const summary = await server.ingest(event, folder, { manifest })
    expect(summary).toMatchObject({ added: 1, unmatched: ['gone.jpg'] })
    const [photo] = await fetchPhotos(event.id)
    expect(photo).toMatchObject({ point: 'Финиш', takenOn: '2026-09-12T07:15:30.000Z' })
  })
})

describe('capture times', () => {
  it('are read from any tag, invalid ones are skipped, and photos without one are counted', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const photo = (width: number) => readDemoPhoto(olgaPhoto, width)
    const digitized = { DateTimeDigitized: '2026:09:12 18:00:01' }
    await writePhoto(photo(240).withExif({ IFD2: digitized }).jpeg(), folder, 'a.jpg')
    const unset = { DateTimeOriginal: '1970:01:01 00:00:00', ...digitized }
    await writePhoto(photo(250).withExif({ IFD2: unset }).webp(), folder, 'b.webp')
    await writePhoto(
      photo(260)
        .withExif({ IFD2: { DateTimeOriginal: '2099:01:01 00:00:00' } })
        .jpeg(),
      folder,
      'c.jpg',
    )
    await writePhoto(photo(270).png(), folder, 'd.png')
    expect(await server.ingest(event, folder)).toMatchObject({ added: 4, untimed: 2 })
    const times = (await fetchPhotos(event.id)).map(({ takenOn }) => takenOn)
    expect(times.filter((time) => time === '2026-09-12T15:00:01.000Z')).toHaveLength(2)
    expect(times.filter((time) => time === null)).toHaveLength(2)
  })
})

describe('bad files', () => {
  it('are reported by name and reason, and the rest goes on', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'cut.jpg')
    const cutFile = join(folder, 'cut.jpg')
    truncateSync(cutFile, statSync(cutFile).size >> 1)
    writeFileSync(join(folder, 'notes.txt'), 'Shot from the left bank')
    writeFileSync(join(folder, 'page.jpg'), '<!doctype html><title>no photo</title>')
    writeFileSync(join(folder, 'empty.jpg'), '')
    writeFileSync(join(folder, 'large.jpg'), 'x')
    truncateSync(join(folder, 'large.jpg'), 201 * 1024 * 1024)
    writeFileSync(join(folder, 'huge.png'), blankPng(12_504))
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'ok.jpg')
    const { added, foreign, failed, notes } = await server.ingest(event, folder)
    expect(added).toBe(1)
    expect(failed.toSorted(compareByName)).toEqual([
      { name: 'cut.jpg', reason: expect.stringContaining('damaged') },
      { name: 'huge.png', reason: expect.stringContaining('150 million pixels') },
      { name: 'large.jpg', reason: '201 MB are more than a photo may have (200 MB)' },
    ])
    expect(foreign.map(({ name }) => name).sort()).toEqual(['empty.jpg', 'notes.txt', 'page.jpg'])
    expect(notes.toSorted(compareByName)).toEqual([...failed, ...foreign].toSorted(compareByName))
    expect(await fetchPhotos(event.id)).toHaveLength(1)
  })
})

describe('repeating an ingest', () => {
  it('takes each photo once, also when it was stopped in the middle or lies there under two names', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const names = [dayPhoto, eveningPhoto, olgaPhoto, 'photos-a/A017.jpg']
    for (const [index, name] of names.entries())
      await writePhoto(readDemoPhoto(name).jpeg(), folder, `${index}.jpg`)
    copyFileSync(join(folder, '0.jpg'), join(folder, '3-again.jpg'))
    const objectsBefore = await server.services.objects.list('originals')

    const abortController = new AbortController()
    const first = await server.ingest(event, folder, {
      signal: abortController.signal,
      onAdded: () => abortController.abort(),
    })
    expect(first.stopped).toBe(true)
    expect(first.added).toBeGreaterThan(0)
    expect(first.added).toBeLessThan(names.length)

    const second = await server.ingest(event, folder)
    expect(second).toMatchObject({ added: names.length - first.added, stopped: false, failed: [] })
    expect(second.added + second.known).toBe(names.length + 1)
    expect(await server.ingest(event, folder)).toMatchObject({ added: 0, known: names.length + 1 })
    expect(await fetchPhotos(event.id)).toHaveLength(names.length)
    expect((await server.services.objects.list('originals')).length - objectsBefore.length).toBe(names.length)
  })

  it('in another event takes the same files again, for that one', async () => {
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'olga.jpg')
    for (const event of [await createTestEvent(server.context()), await createTestEvent(server.context())]) {
      expect(await server.ingest(event, folder)).toMatchObject({ added: 1, known: 0 })
    }
  })
})

describe('a watched folder', () => {
  it('makes a photo that is dropped into it searchable, and says meanwhile that more is to come', async () => {
    const event = await createTestEvent(server.context())
    await createStartList(server.context(), event, [runner])
    const folder = server.createFolder()
    const abortController = new AbortController()
    let resolveFirst = () => {}
    const first = new Promise<void>((resolve) => {
      resolveFirst = resolve
    })
    const watchResult = server.ingest(event, folder, {
      watch: true,
      signal: abortController.signal,
      onAdded: () => resolveFirst(),
    })
    await writePhoto(readDemoPhoto(dayPhoto, readableWidthInPixels).jpeg(), folder, 'dropped.jpg')
    await first
    expect(await fetchPhotos(event.id, { number: '128' })).toHaveLength(1)
    abortController.abort()
    expect(await watchResult).toMatchObject({ added: 1, stopped: false })
    const { processing } = await fetchAnswer(server.app, getEvent, { params: { eventId: event.id } })
    expect(processing).toEqual({ photosTotal: 1, photosReady: 1, open: true })
  })

  it('delivers pre-orders that were opened after it was started', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    const abortController = new AbortController()
    const watchResult = server.ingest(event, folder, {
      watch: true,
      signal: abortController.signal,
      onAdded: () => abortController.abort(),
    })
    await openPreorders(server.context(), event, 25)
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'dropped.jpg')
    expect(await watchResult).toMatchObject({ added: 1 })
    const deliveries = await server.services.db
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(eq(jobs.kind, 'preorders.publish'))
    expect(deliveries).toEqual([{ payload: { eventId: event.id } }])
  })

  it.each([
    ['photos', 'from "photos"'],
    ['the start list', 'from "competitors"'],
  ])('takes in an old file after an outage in which %s could not be read', async (_what, lostText) => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'old.jpg')
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(join(folder, 'old.jpg'), anHourAgo, anHourAgo)
    const outage = createOutage(lostText)
    const abortController = new AbortController()
    const end = () => abortController.abort()
    const summary = await outage.run(() =>
      server.ingest(event, folder, {
        ...{ watch: true, signal: abortController.signal, onAdded: end, onRefused: end },
        pause: outage.endAtPause,
      }),
    )
    expect(summary).toMatchObject({ added: 1, failed: [] })
    expect(outage.countPauses()).toBe(1)
  })
})

describe('an outage of the database', () => {
  it('between a photo and its announcement delays the announcement', async () => {
    const event = await createTestEvent(server.context())
    await openPreorders(server.context(), event, 25)
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'olga.jpg')
    const outage = createOutage('insert into "jobs"')
    const summary = await outage.run(() => server.ingest(event, folder, { pause: outage.endAtPause }))
    expect(summary).toMatchObject({ added: 1, failed: [] })
    expect(outage.countPauses()).toBe(1)
    const deliveries = await server.services.db
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(eq(jobs.kind, 'preorders.publish'))
    expect(deliveries).toContainEqual({ payload: { eventId: event.id } })
  })

  it('in which the answer to a commit was lost keeps the pictures of the photo, and announces it', async () => {
    const event = await createTestEvent(server.context())
    await openPreorders(server.context(), event, 25)
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'olga.jpg')
    let isPhotoInserted = false
    const loseCommit = (text: string) => {
      if (text.includes('insert into "photos"')) isPhotoInserted = true
      if (!isPhotoInserted || text !== 'commit') return 'run'
      isPhotoInserted = false
      return 'disconnect-after'
    }
    const summary = await withInterceptedStatements(loseCommit, () =>
      server.ingest(event, folder, { pause: async () => {} }),
    )
    expect(summary).toMatchObject({ added: 0, known: 1, failed: [] })
    const [photo] = await fetchPhotos(event.id)
    expect(await downloadBytes(photo?.preview.url ?? '')).not.toHaveLength(0)
    const deliveries = await server.services.db
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(eq(jobs.kind, 'preorders.publish'))
    expect(deliveries).toContainEqual({ payload: { eventId: event.id } })
  })

  it('that is short delays the photos of a folder, and a long one is reported for each', async () => {
    const event = await createTestEvent(server.context())
    const folder = server.createFolder()
    await writePhoto(readDemoPhoto(olgaPhoto).jpeg(), folder, 'a.jpg')
    await writePhoto(readDemoPhoto(dayPhoto).jpeg(), folder, 'b.jpg')
    const long = createOutage('from "photos"')
    const failedSummary = await long.run(() => server.ingest(event, folder, { pause: long.pause }))
    expect(failedSummary.failed.map(({ name }) => name).toSorted()).toEqual(['a.jpg', 'b.jpg'])
    // the parameters of the failed statement would be listed: ids, and names of files and runners
    for (const { reason } of failedSummary.failed)
      expect(reason).toBe('DrizzleQueryError: Failed query; cause: Error ECONNRESET: read ECONNRESET')
    const short = createOutage('from "photos"')
    const summary = await short.run(() => server.ingest(event, folder, { pause: short.endAtPause }))
    expect(summary).toMatchObject({ added: 2, failed: [] })
  })
})

/** Creates an outage in which statements with a text are lost. It lasts until the first pause of `endAtPause`. */
function createOutage(lostText: string) {
  let isDown = true
  let pauses = 0
  return {
    run: <Result>(work: () => Promise<Result>) =>
      withInterceptedStatements((text) => (isDown && text.includes(lostText) ? 'disconnect' : 'run'), work),
    endAtPause: async () => {
      pauses++
      isDown = false
    },
    pause: async () => {
      pauses++
    },
    countPauses: () => pauses,
  }
}

/** Returns by how much the strongest channel exceeds the weakest one. */
const measureSpread = (means: readonly number[]) => Math.max(...means) - Math.min(...means)

const compareByName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** Returns the mean difference of two pictures of one size, per channel, 0 to 255. */
async function measureDifference(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
  )
  if (!first || first.length !== second?.length) throw new Error('The pictures differ in size')
  let sum = 0
  for (let index = 0; index < first.length; index++) {
    sum += Math.abs((first[index] ?? 0) - (second[index] ?? 0))
  }
  return sum / first.length
}
