import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, expect, it } from 'vitest'
import { ManifestInvalid, readManifest } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

function manifestFile(content: string): string {
  const path = join(folder, 'manifest.json')
  writeFileSync(path, content)
  return path
}

const entry = { point: 'finish', takenOn: '2026-09-12T18:44:52+03:00' }
const known = {
  number: undefined,
  point: 'finish',
  takenOn: new Date('2026-09-12T15:44:52Z'),
  poster: undefined,
}

it.each([
  { 'a/1.jpg': entry },
  [{ file: 'a/1.jpg', ...entry }],
  { events: [], photos: [{ file: 'a/1.jpg', ...entry, width: 1600 }] },
])('places a file by its name, from the folder on or alone: %j', async (content) => {
  const manifest = await readManifest(manifestFile(JSON.stringify(content)), 'Europe/Moscow')
  expect(manifest.findEntry('a/1.jpg')).toEqual(known)
  expect(manifest.findEntry('1.jpg')).toEqual(known)
  expect(manifest.findEntry('2.jpg')).toBeUndefined()
})

it('may leave out what it does not know', async () => {
  const manifest = await readManifest(
    manifestFile('{"1.jpg": {"point": "start"}, "2.jpg": {"takenOn": null}}'),
    'Europe/Moscow',
  )
  expect(manifest.findEntry('1.jpg')).toMatchObject({ point: 'start', takenOn: undefined })
  expect(manifest.findEntry('2.jpg')).toMatchObject({ point: undefined, takenOn: undefined })
})

it.each(['no json', '"text"', '{"1.jpg": {"takenOn": "yesterday"}}'])('is not %j', async (content) => {
  await expect(readManifest(manifestFile(content), 'Europe/Moscow')).rejects.toBeInstanceOf(ManifestInvalid)
})

function csvFile(...lines: string[]): string {
  const path = join(folder, 'manifest.csv')
  writeFileSync(path, lines.join('\n'))
  return path
}

it('reads who is in a video, and its poster, from CSV', async () => {
  const path = csvFile('Файл;Номер;Постер', 'finish\\1.mov;0128;stills/1.jpg', ';7;', '2.mov;;')
  const manifest = await readManifest(path, 'Europe/Moscow')
  const unknown = { number: undefined, point: undefined, takenOn: undefined, poster: undefined }
  expect(manifest.findEntry('finish/1.mov')).toEqual({ ...unknown, number: '128', poster: 'stills/1.jpg' })
  expect(manifest.findEntry('2.mov')).toEqual(unknown)
  expect(manifest.isPoster('stills/1.jpg')).toBe(true)
  expect(manifest.isPoster('stills/2.jpg')).toBe(false)
})

it.each([
  ['windows-1251', ';'],
  ['utf-16le', '\t'],
  ['utf-8', ','],
])('reads CSV in %s, separated by %j', async (encoding, separator) => {
  const lines = ['sep=;', 'Файл;Номер;Точка', '1.mov;12-1;Мост через реку', '2.mov;12-2;']
  const path = join(folder, 'manifest.csv')
  writeFileSync(path, iconv.encode(lines.join('\r\n').replaceAll(';', separator), encoding))
  const manifest = await readManifest(path, 'Europe/Moscow')
  expect(manifest.findEntry('1.mov')).toMatchObject({ number: '12-1', point: 'Мост через реку' })
  expect(manifest.findEntry('2.mov')).toMatchObject({ number: '12-2', point: undefined })
})

it.each([
  ['no column of files', ['number', '128'], /no column "file".*number/],
  ['a number that is none', ['file,number', '1.mov,*'], /line 2: "\*" is not a start number/],
  ['a broken quote', ['file,number', '1.mov,"128'], /line 2: a quote is opened and not closed/],
  ['a moment that is none', ['file,taken', '1.mov,yesterday'], /line 2: "yesterday" is not a moment/],
])('refuses CSV with %s', async (_what, lines, message) => {
  await expect(readManifest(csvFile(...lines), 'Europe/Moscow')).rejects.toThrow(message)
})
