import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runCommand } from '../../server/cli/run.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { type IngestServer, openIngestServer, writePhoto } from '../support/server/ingest-server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let testServer: IngestServer
let folder: string
const notes: string[] = []

const openSelfie = (name: string) =>
  sharp(join(projectRoot, 'demo', 'selfies', `good-${name}.jpg`)).resize(480)

beforeAll(async () => {
  testServer = await openIngestServer()
  folder = testServer.createFolder()
  for (const name of ['a01-andrei', 'a03-yuna', 'a05-anna']) {
    await writePhoto(openSelfie(name).jpeg(), folder, name, '1.jpg')
    await writePhoto(openSelfie(name).flop().modulate({ brightness: 0.9 }).jpeg(), folder, name, '2.jpg')
  }
  const grey = { create: { width: 480, height: 480, channels: 3, background: '#808080' } } as const
  await writePhoto(sharp(grey).jpeg(), folder, 'a05-anna', '3.jpg')
})
afterAll(() => testServer.close())

function run(...words: string[]) {
  const parts = {
    ...testServer.parts,
    services: testServer.services,
    createTenantContext: () => testServer.context(),
  }
  const report = { note: (text: string) => notes.push(text), progress: () => {} }
  return runCommand(parts, ['models', 'evaluate', ...words], folder, report, new AbortController().signal)
}

it('measures the model in use on pictures of known people, next to the thresholds of its card', async () => {
  const { lines, json, exitCode } = await run('.')
  expect(exitCode).toBe(0)
  expect(lines.slice(0, 2)).toEqual([
    '3 people: 3 selfies and 4 photos, a face found in 6 of 7',
    'Pairs: 4 of one person, 8 of two people',
  ])
  expect(lines).toContainEqual(
    expect.stringMatching(/^0\.001 % +– +too few pairs of two people: 100000 are needed$/),
  )
  // the photo without a face does not match
  expect(lines).toContainEqual(
    expect.stringMatching(/^sure +0\.480 +0\.0000 % +75\.0 % \(.+\) +too few pairs$/),
  )
  expect(lines.at(-1)).toBe('face-api-ssd+face-api-resnet')
  expect(json).toMatchObject({
    model: 'face-api-ssd+face-api-resnet',
    people: 3,
    selfies: 3,
    photos: 4,
    faces: 6,
    unreadable: 0,
    rates: [{ falseMatchRate: 0.001, point: null }, { point: null }, { point: null }],
  })
})

it('leaves out pictures that cannot be read, and says so', async () => {
  const damaged = testServer.createFolder()
  for (const name of ['andrei-1', 'andrei-2', 'yuna-1'])
    await writePhoto(
      openSelfie(name.startsWith('andrei') ? 'a01-andrei' : 'a03-yuna').jpeg(),
      damaged,
      `${name}.jpg`,
    )
  writeFileSync(join(damaged, 'yuna-2.jpg'), 'no picture')
  const { lines, exitCode } = await run(damaged)
  expect(exitCode).toBe(1)
  expect(lines[0]).toBe('2 people: 2 selfies and 1 photo, a face found in 3 of 3')
  expect(notes.at(-1)).toMatch(/^skipped .*yuna-2\.jpg: NotAnImage$/)
})

it('refuses a folder without two pictures of a person, and a model that is not installed', async () => {
  mkdirSync(join(folder, 'empty'))
  await expect(run('empty')).rejects.toThrow('two pictures of one of them')
  await expect(run('nowhere')).rejects.toThrow('There is no folder')
  await expect(run('.', '--model', 'yunet')).rejects.toThrow(
    'yunet is not installed: run `models install yunet`',
  )
  await expect(run('.', '--model', 'unknown')).rejects.toThrow('There is no model "unknown"')
})
