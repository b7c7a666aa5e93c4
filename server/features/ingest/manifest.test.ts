import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const known = { point: 'finish', takenOn: new Date('2026-09-12T15:44:52Z') }

it.each([
  { 'a/1.jpg': entry },
  [{ file: 'a/1.jpg', ...entry }],
  { events: [], photos: [{ file: 'a/1.jpg', ...entry, width: 1600 }] },
])('places a file by its name, from the folder on or alone: %j', async (content) => {
  const manifest = await readManifest(manifestFile(JSON.stringify(content)))
  expect(manifest('a/1.jpg')).toEqual(known)
  expect(manifest('1.jpg')).toEqual(known)
  expect(manifest('2.jpg')).toBeUndefined()
})

it('may leave out what it does not know', async () => {
  const manifest = await readManifest(
    manifestFile('{"1.jpg": {"point": "start"}, "2.jpg": {"takenOn": null}}'),
  )
  expect(manifest('1.jpg')).toEqual({ point: 'start', takenOn: undefined })
  expect(manifest('2.jpg')).toEqual({ point: undefined, takenOn: undefined })
})

it.each(['no json', '"text"', '{"1.jpg": {"takenOn": "yesterday"}}'])('is not %j', async (content) => {
  await expect(readManifest(manifestFile(content))).rejects.toBeInstanceOf(ManifestInvalid)
})
