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
const expectedEntry = {
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
  expect(manifest.findEntry('a/1.jpg')).toEqual(expectedEntry)
  expect(manifest.findEntry('1.jpg')).toEqual(expectedEntry)
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

it('finds files whose names differ in the form of accents or in case, the most exact name first', async () => {
  const content = {
    ['Йошкар-Ола ёлка.jpg'.normalize('NFC')]: { point: 'accents' },
    'A/1.jpg': { point: 'A' },
    'B/1.jpg': { point: 'B' },
    '1.jpg': { point: 'alone' },
    'img_2.jpg': { point: 'lower' },
    'IMG_2.jpg': { point: 'upper' },
  }
  const manifest = await readManifest(manifestFile(JSON.stringify(content)), 'Europe/Moscow')
  const findPoint = (name: string) => manifest.findEntry(name)?.point
  expect(findPoint('finish/Йошкар-Ола ёлка.jpg'.normalize('NFD'))).toBe('accents')
  expect(findPoint('a/1.JPG')).toBe('A')
  expect(findPoint('1.jpg')).toBe('alone')
  expect(findPoint('C/1.jpg')).toBe('alone')
  expect([findPoint('IMG_2.jpg'), findPoint('img_2.jpg')]).toEqual(['upper', 'lower'])
  expect(manifest.unmatched()).toEqual(['B/1.jpg'])
})

it('knows posters in any form of their name', async () => {
  const path = csvFile('file,poster', `1.mov,${'й.jpg'.normalize('NFC')}`)
  const manifest = await readManifest(path, 'Europe/Moscow')
  expect(manifest.isPoster('stills/й.JPG'.normalize('NFD'))).toBe(true)
})

it('reads bibs in JSON as text or as numbers', async () => {
  const content = {
    '1.mp4': { number: 128 },
    '2.mp4': { number: '12-1' },
    '3.mp4': { number: 0 },
    '4.mp4': {},
  }
  const manifest = await readManifest(manifestFile(JSON.stringify(content)), 'Europe/Moscow')
  const numbers = ['1.mp4', '2.mp4', '3.mp4', '4.mp4'].map((name) => manifest.findEntry(name)?.number)
  expect(numbers).toEqual(['128', '12-1', '0', undefined])
})
