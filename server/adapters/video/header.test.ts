import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildMp4, type Mp4Options } from '../../../tests/support/data/mp4.ts'
import { projectRoot } from '../../platform/root.ts'
import { readVideoHeader } from './header.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeVideo(bytes: Uint8Array | string): string {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  return path
}

const now = new Date('2026-09-13T00:00:00Z')
const creationDate = '2026-09-12T18:44:52+0300'
const createdOn = new Date('2026-09-12T15:44:52Z')

it.each<[string, Mp4Options, object]>([
  ['an MP4', {}, { mime: 'video/mp4', durationS: 7.4, takenOn: null }],
  ['a QuickTime file', { brand: 'qt  ' }, { mime: 'video/quicktime', durationS: 7.4, takenOn: null }],
  ['its time', { createdOn }, { mime: 'video/mp4', durationS: 7.4, takenOn: createdOn }],
  [
    '64-bit fields',
    { createdOn, has64BitFields: true },
    { mime: 'video/mp4', durationS: 7.4, takenOn: createdOn },
  ],
  [
    'fragments',
    { durationInMs: 0, fragmentDurationInMs: 5000 },
    { mime: 'video/mp4', durationS: 5, takenOn: null },
  ],
  ['a date with its zone', { creationDate }, { mime: 'video/mp4', durationS: 7.4, takenOn: createdOn }],
  [
    'a date with its zone before the header, which may be in local time',
    { brand: 'qt  ', creationDate, createdOn: new Date('2026-09-12T18:44:52Z') },
    { mime: 'video/quicktime', durationS: 7.4, takenOn: createdOn },
  ],
  [
    'the date of user data',
    { creationDay: '2026-09-12T18:44:52+0300' },
    { mime: 'video/mp4', durationS: 7.4, takenOn: createdOn },
  ],
  [
    'the header where the date is invalid',
    { creationDate: '1904-01-01T00:00:00Z', createdOn },
    { mime: 'video/mp4', durationS: 7.4, takenOn: createdOn },
  ],
  [
    'no time of the future',
    { createdOn: new Date('2027-09-12T15:44:52Z') },
    { mime: 'video/mp4', durationS: 7.4, takenOn: null },
  ],
  [
    'a time before cameras',
    { createdOn: new Date('1970-01-01') },
    { mime: 'video/mp4', durationS: 7.4, takenOn: null },
  ],
])('reads %s', async (_what, input, header) => {
  expect(await readVideoHeader(writeVideo(buildMp4(input)), now)).toEqual({ isLivePhoto: false, ...header })
})

it('reads the file of an encoder', async () => {
  const header = await readVideoHeader(join(projectRoot, 'demo/videos/personal-A-128-andrei.mp4'))
  expect(header.durationS).toBeCloseTo(7.4, 1)
})

it.each<[string, Uint8Array | string, string]>([
  ['a page', '<!doctype html><title>no video</title>', 'NotAVideo'],
  ['a few bytes', 'abc', 'NotAVideo'],
  ['an incomplete video', buildMp4().subarray(0, -20), 'VideoDamaged'],
  ['a video without its header', buildMp4().subarray(0, 420), 'VideoDamaged'],
  ['a video of no duration', buildMp4({ durationInMs: 0 }), 'VideoDamaged'],
])('rejects %s', async (_what, bytes, code) => {
  await expect(readVideoHeader(writeVideo(bytes))).rejects.toMatchObject({ name: 'VideoRejected', code })
})

it('recognizes the moving part of a Live Photo, but not a longer video', async () => {
  const livePhotoId = '5E5B6F5C-0E3E-4A5B-9C0C-6C4F3E4B2C11'
  const readIsLivePhoto = async (durationInMs: number) =>
    (await readVideoHeader(writeVideo(buildMp4({ brand: 'qt  ', durationInMs, livePhotoId })), now))
      .isLivePhoto
  expect(await readIsLivePhoto(2_900)).toBe(true)
  expect(await readIsLivePhoto(61_000)).toBe(false)
})
