import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoFolder, readAthletes, readDemoEvents, readFramePictures, readUsers } from './demo-data.ts'

it('reads everything that the demo is made of', async () => {
  const { events } = await readDemoEvents(demoFolder)
  expect(events.length).toBeGreaterThan(0)
  expect((await readAthletes(demoFolder)).length).toBeGreaterThan(0)
  expect((await readUsers(demoFolder)).users.length).toBeGreaterThan(0)
  for (const { frame } of events)
    if (frame) expect((await readFramePictures(demoFolder, frame.letter)).length).toBeGreaterThan(0)
})

it('names the file and the field of a text that lacks a language', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const content = await readFile(join(demoFolder, 'events.json'), 'utf8')
  await writeFile(join(folder, 'events.json'), content.replace('"es"', '"other"'))
  await expect(readDemoEvents(folder)).rejects.toThrow(/events\.json .*events\.0\.title\.es: /)
  await rm(folder, { recursive: true })
})
