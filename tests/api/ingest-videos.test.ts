import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listPhotos } from '../../contract/photos.ts'
import { listVideos, type Video } from '../../contract/videos.ts'
import { createVideoAnalyser } from '../../server/adapters/video/index.ts'
import { runCommand } from '../../server/cli/run.ts'
import type { EventRow } from '../../server/features/events/index.ts'
import { makePreviews, readManifest } from '../../server/features/ingest/index.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { buildMp4 } from '../support/data/mp4.ts'
import { createStartList, createTestEvent } from '../support/data/race.ts'
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

let testServer: IngestServer

beforeAll(async () => {
  testServer = await openIngestServer()
})
afterAll(() => testServer.close())

const analyserWithoutFfmpeg = createVideoAnalyser({ ffmpegPath: '/no/such/program' })
const runner = { number: '128', surname: 'Ковалёв', firstName: 'Андрей' }

async function createRace(): Promise<EventRow> {
  const event = await createTestEvent(testServer.context())
  await createStartList(testServer.context(), event, [runner])
  return event
}

async function fetchVideos(event: EventRow, input = {}): Promise<Video[]> {
  const { token } = await fetchSearchToken(testServer.app, event.id, input)
  return (await fetchAnswer(testServer.app, listVideos, { token, query: { albumId: event.albumId } })).items
}

async function countPhotos(event: EventRow): Promise<number> {
  const { token } = await fetchSearchToken(testServer.app, event.id)
  return (await fetchAnswer(testServer.app, listPhotos, { token })).total
}

async function downloadBytes(url: string | undefined | null): Promise<Buffer> {
  const response = await testServer.app.inject({ url: url ?? '', headers: { host: 'one.test' } })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  return response.rawPayload
}

it('takes videos by the number in their names, with the picture beside them as poster, each once', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  const createdOn = new Date('2026-09-12T15:44:52Z')
  mkdirSync(join(folder, 'finish'))
  writeFileSync(join(folder, 'finish', '0128.MP4'), buildMp4({ createdOn }))
  await writePhoto(readDemoPhoto('photos-a/A009.jpg', 1600).jpeg(), folder, 'finish', '0128.jpg')
  writeFileSync(join(folder, 'race.mov'), buildMp4({ brand: 'qt  ', durationInMs: 61_000 }))
  const first = await testServer.ingest(event, folder, { videoAnalyser: analyserWithoutFfmpeg })
  expect(first).toMatchObject({ added: 2, videos: 2, posters: 1, known: 0, failed: [], foreign: [] })
  const missingPreview = expect.stringContaining('no preview')
  expect(first.incomplete.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'finish/0128.MP4', reason: missingPreview },
    { name: 'race.mov', reason: expect.stringMatching(/no poster.*FFMPEG_PATH=\/no\/such\/program/) },
  ])
  expect(await testServer.ingest(event, folder, { videoAnalyser: analyserWithoutFfmpeg })).toMatchObject({
    added: 0,
    known: 2,
  })

  const [personalVideo, raceVideo, ...others] = await fetchVideos(event, { number: '128' })
  expect(others).toEqual([])
  expect(personalVideo).toMatchObject({
    title: 'Личное видео, Финиш',
    startNumber: '128',
    durationS: 7.4,
    takenOn: '2026-09-12T15:44:52.000Z',
    previewUrl: null,
    personal: true,
  })
  expect(raceVideo).toMatchObject({ title: 'Видео забега', durationS: 61, poster: null, personal: false })
  const poster = await sharp(await downloadBytes(personalVideo?.poster?.url)).metadata()
  expect([poster.width, poster.height]).toEqual([personalVideo?.poster?.width, personalVideo?.poster?.height])
  expect(Math.max(poster.width, poster.height)).toBeLessThanOrEqual(1280)
  expect(await countPhotos(event)).toBe(0)
})

it('sells the picture of a Live Photo, and not its moving part', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  const livePhotoId = '5E5B6F5C-0E3E-4A5B-9C0C-6C4F3E4B2C11'
  writeFileSync(join(folder, 'IMG_4711.MOV'), buildMp4({ brand: 'qt  ', durationInMs: 2_900, livePhotoId }))
  await writePhoto(readDemoPhoto('photos-a/A009.jpg', 1600).jpeg(), folder, 'IMG_4711.JPG')
  const summary = await testServer.ingest(event, folder, { videoAnalyser: analyserWithoutFfmpeg })
  expect(summary).toMatchObject({
    ...{ added: 1, videos: 0, posters: 0, failed: [] },
    foreign: [{ name: 'IMG_4711.MOV', reason: expect.stringContaining('Live Photo') }],
  })
  expect(await countPhotos(event)).toBe(1)
  expect(await fetchVideos(event)).toEqual([])
})

it('takes number, point, time and poster from a CSV manifest', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  writeFileSync(join(folder, 'IMG_0007.MOV'), buildMp4({ createdOn: new Date('2026-09-12T10:00:00Z') }))
  await writePhoto(
    readDemoPhoto('photos-a/A016.jpg', readableWidthInPixels).jpeg(),
    folder,
    'stills',
    'olga.jpg',
  )
  const manifestFile = join(testServer.createFolder(), 'videos.csv')
  const rows = [
    'file;number;point;taken;poster',
    'IMG_0007.MOV;№ 128;Финиш;2026-09-12 18:44:52;stills/olga.jpg',
  ]
  writeFileSync(manifestFile, rows.join('\r\n'))
  const manifest = await readManifest(manifestFile, event.timeZone)
  const summary = await testServer.ingest(event, folder, { manifest, videoAnalyser: analyserWithoutFfmpeg })
  expect(summary).toMatchObject({ added: 1, videos: 1, posters: 1 })
  const [video] = await fetchVideos(event, { number: '128' })
  expect(video).toMatchObject({
    title: 'Личное видео, Финиш',
    startNumber: '128',
    takenOn: '2026-09-12T15:44:52.000Z',
    poster: { width: 700 },
  })
})

it('names files that cannot be taken in, and why', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  writeFileSync(join(folder, 'cut.mp4'), buildMp4().subarray(0, -20))
  writeFileSync(join(folder, 'page.mp4'), '<!doctype html><title>no video</title>')
  writeFileSync(join(folder, '999.mp4'), buildMp4())
  writeFileSync(join(folder, 'broken.mp4'), buildMp4())
  writeFileSync(join(folder, 'broken.jpg'), 'no picture')
  const { added, foreign, failed } = await testServer.ingest(event, folder, {
    videoAnalyser: analyserWithoutFfmpeg,
  })
  expect([added, foreign]).toEqual([0, [{ name: 'page.mp4', reason: 'not an MP4 or QuickTime video' }]])
  expect(Object.fromEntries(failed.map(({ name, reason }) => [name, reason]))).toEqual({
    'cut.mp4': expect.stringContaining('incomplete'),
    '999.mp4': expect.stringContaining('start number 999 is not in the start list'),
    'broken.mp4': expect.stringContaining('poster'),
  })
  expect(await fetchVideos(event)).toEqual([])
})

/** Creates a folder with a fake `ffmpeg` that outputs a still of 320×180 px, and previews with the bytes `clip`. */
async function createFakeFfmpeg(): Promise<string> {
  const programFolder = testServer.createFolder()
  await writePhoto(
    sharp({ create: { width: 320, height: 180, channels: 3, background: '#468' } }).png(),
    programFolder,
    'still.png',
  )
  // the supported commands: the version, a still to standard output, a clip into the last argument
  const script = `#!/bin/sh
for last; do :; done
case "$*" in
  -version) exit 0 ;;
  *image2pipe*) exec /bin/cat "${programFolder}/still.png" ;;
  *) printf 'clip' > "$last" ;;
esac
`
  writeFileSync(join(programFolder, 'ffmpeg'), script)
  chmodSync(join(programFolder, 'ffmpeg'), 0o755)
  return programFolder
}

it('has ffmpeg of PATH make poster and preview, where there is one', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  vi.stubEnv('PATH', await createFakeFfmpeg())
  writeFileSync(join(folder, '128.mp4'), buildMp4())
  const videoAnalyser = createVideoAnalyser({ ffmpegPath: undefined })
  const summary = await testServer.ingest(event, folder, { videoAnalyser })
  vi.unstubAllEnvs()
  expect(summary).toMatchObject({ added: 1, incomplete: [] })
  const [video] = await fetchVideos(event)
  expect(String(await downloadBytes(video?.previewUrl))).toBe('clip')
  expect(video?.poster).toMatchObject({ width: 320, height: 180 })
})

it('the preview command adds missing posters and previews once ffmpeg is installed, and keeps existing ones', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  writeFileSync(join(folder, '128.mp4'), buildMp4())
  await writePhoto(readDemoPhoto('photos-a/A009.jpg', readableWidthInPixels).jpeg(), folder, '128.jpg')
  writeFileSync(join(folder, 'race.mp4'), buildMp4({ durationInMs: 61_000 }))
  // ffmpeg is installed while the server runs: a missing program is looked up again
  const program = join(await createFakeFfmpeg(), 'ffmpeg')
  const hiddenProgram = `${program}-later`
  renameSync(program, hiddenProgram)
  const videoAnalyser = createVideoAnalyser({ ffmpegPath: program })
  await testServer.ingest(event, folder, { videoAnalyser })
  const runPreviewCommand = () => {
    const parts = {
      ...testServer.parts,
      services: testServer.services,
      videoAnalyser,
      createTenantContext: () => testServer.context(),
    }
    const args = ['video', 'preview', '--event', event.id, '--tenant', 'one']
    const silentReport = { note: () => {}, progress: () => {} }
    return runCommand(parts, args, folder, silentReport, new AbortController().signal)
  }
  await expect(runPreviewCommand()).rejects.toThrow(
    `2 videos lack a poster or preview: FFMPEG_PATH=${program}`,
  )
  const [videoBefore] = await fetchVideos(event)
  expect(videoBefore?.previewUrl).toBeNull()

  renameSync(hiddenProgram, program)
  const objectsBefore = await testServer.services.objects.list('media/')
  expect(await runPreviewCommand()).toMatchObject({ exitCode: 0, json: { made: 2, failed: [] } })
  const [personalVideo, raceVideo] = await fetchVideos(event)
  expect(String(await downloadBytes(personalVideo?.previewUrl))).toBe('clip')
  expect(String(await downloadBytes(raceVideo?.previewUrl))).toBe('clip')
  expect(personalVideo?.poster).toEqual(videoBefore?.poster)
  expect(raceVideo?.poster).toMatchObject({ width: 320, height: 180 })
  // added two previews and a poster, and no orphaned object
  expect(await testServer.services.objects.list('media/')).toHaveLength(objectsBefore.length + 3)
  expect(await runPreviewCommand()).toMatchObject({ json: { made: 0, failed: [] } })
})

it('names the videos whose preview cannot be made', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  writeFileSync(join(folder, '128.mp4'), buildMp4())
  await testServer.ingest(event, folder, { videoAnalyser: analyserWithoutFfmpeg })
  const program = join(await createFakeFfmpeg(), 'ffmpeg')
  writeFileSync(program, '#!/bin/sh\ncase "$*" in -version) exit 0 ;; esac\necho broken stream >&2\nexit 1\n')
  const summary = await makePreviews(
    testServer.context(),
    { ...testServer.parts, videoAnalyser: createVideoAnalyser({ ffmpegPath: program }) },
    { eventId: event.id },
    new AbortController().signal,
  )
  expect(summary).toEqual({
    made: 0,
    failed: [{ name: '128.mp4', reason: 'ffmpeg failed: broken stream' }],
    problem: undefined,
  })
})

const hasFfmpeg = (() => {
  try {
    return String(execFileSync('ffmpeg', ['-v', 'error', '-encoders'])).includes('libx264')
  } catch {
    return false
  }
})()

it.skipIf(!hasFfmpeg)('makes a marked preview shorter than the video with the real ffmpeg', async () => {
  const event = await createRace()
  const folder = testServer.createFolder()
  const original = join(projectRoot, 'demo/videos/personal-A-128-andrei.mp4')
  copyFileSync(original, join(folder, '128.mp4'))
  expect(await testServer.ingest(event, folder)).toMatchObject({ added: 1, incomplete: [] })
  const [video] = await fetchVideos(event)
  const preview = join(folder, 'preview.mp4')
  writeFileSync(preview, await downloadBytes(video?.previewUrl))
  const analysed = await createVideoAnalyser({ ffmpegPath: undefined }).analyse(preview, {
    watermarkText: 'x',
  })
  expect(analysed.durationS).toBeCloseTo(5, 0)
  const extractFrame = (path: string) =>
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-ss', '1', '-i', path, '-frames:v', '1', '-vf', 'scale=640:360'],
      ...['-c:v', 'png', '-f', 'image2pipe', '-'],
    ])
  const [markedPixels, plainPixels] = await Promise.all(
    [preview, original].map((path) => sharp(extractFrame(path)).removeAlpha().raw().toBuffer()),
  )
  expect(markedPixels?.length).toBe(plainPixels?.length)
  const difference =
    markedPixels?.reduce((sum, value, index) => sum + Math.abs(value - (plainPixels?.[index] ?? 0)), 0) ?? 0
  // an unmarked copy of this size and quality differs by about 1
  expect(difference / (markedPixels?.length ?? 1)).toBeGreaterThan(3)
})
