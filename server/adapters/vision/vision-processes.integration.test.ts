import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { readProcessTree } from '../../../scripts/bench/lib/process-memory.ts'
import { projectRoot } from '../../platform/root.ts'
import type { TaskReport } from './messages.ts'
import { defaultFaceModel } from './models/cards.ts'
import { ensureModels } from './models.ts'
import { createVision } from './vision.ts'
import { createProcessStarter } from './vision-process.ts'

const modelsFolder = join(projectRoot, 'dist', 'models')
const readDemoFile = (file: string) => readFileSync(join(projectRoot, 'demo', file))
const options = { watermarkText: 'Photofinish', readBibs: true }

afterEach(() => vi.unstubAllEnvs())

test('a selfie does not wait behind a queue of photos', async () => {
  const vision = createVision({ modelsFolder, photoWorkers: 1 })
  const finished: string[] = []
  const photos = Array.from({ length: 4 }, () =>
    vision.photos.analyse(readDemoFile('photos-a/A001.jpg'), options).then(() => finished.push('photo')),
  )
  const selfie = vision.faces
    .readSelfie(readDemoFile('selfies/good-a01-andrei.jpg'))
    .then(() => finished.push('selfie'))
  await Promise.all([...photos, selfie])
  await vision.close()
  expect(finished.indexOf('selfie')).toBeLessThan(3)
})

test.each([0, 150])('closing %i ms into a photo waits for it', async (momentInMs) => {
  const closingVision = createVision({ modelsFolder, photoWorkers: 1 })
  const analyse = () => closingVision.photos.analyse(readDemoFile('photos-a/A001.jpg'), options)
  await analyse()
  const running = Promise.allSettled([analyse()])
  await sleep(momentInMs)
  await closingVision.close()
  const [outcome] = await running
  // a fast machine may have finished by then
  if (outcome?.status === 'rejected') expect(String(outcome.reason)).toContain('closed')
  await expect(analyse()).rejects.toThrow('closed')
})

test('a worker leaves after its last task, with the report of it', async () => {
  const reports: TaskReport[] = []
  const worker = createProcessStarter(ensureModels(modelsFolder))((report) => reports.push(report))
  worker.keepAlive(true)
  worker.send({ kind: 'open', model: { model: defaultFaceModel } })
  const bytes = readDemoFile('selfies/good-a01-andrei.jpg')
  worker.send({ kind: 'selfie', bytes, model: { model: defaultFaceModel } })
  worker.send({ kind: 'leave' })
  expect(await worker.exited).toBe('code 0')
  expect(reports.map(({ result }) => result.kind)).toEqual(['selfie'])
  expect(reports[0]?.memoryInBytes).toBeGreaterThan(bytes.length)
})

test('a worker that runs a network can be ended at once', async () => {
  const reports: TaskReport[] = []
  const start = createProcessStarter(ensureModels(modelsFolder))
  const worker = start((report) => reports.push(report))
  worker.keepAlive(true)
  const bytes = readDemoFile('photos-a/A001.jpg')
  const photo = { kind: 'photo', bytes, options, model: { model: defaultFaceModel } } as const
  worker.send(photo)
  await vi.waitFor(() => expect(reports).toHaveLength(1), 60_000)
  worker.send(photo)
  await sleep(150)
  worker.kill()
  expect(await worker.exited).toBe('signal SIGKILL')
}, 120_000)

test('a photo is read although its worker is killed', async () => {
  const vision = createVision({ modelsFolder, photoWorkers: 1, selfieWorkers: 0 })
  const listPids = () => readProcessTree(process.pid).map(({ pid }) => pid)
  const pidsBefore = listPids()
  const photo = vision.photos.analyse(readDemoFile('photos-a/A001.jpg'), options)
  const worker = await vi.waitFor(() => {
    const started = listPids().find((pid) => !pidsBefore.includes(pid))
    if (started === undefined) throw new Error('no worker yet')
    return started
  })
  process.kill(worker, 'SIGKILL')
  expect((await photo).faces.length).toBeGreaterThan(0)
  expect(listPids()).not.toContain(worker)
  await vision.close()
}, 120_000)

test('an idle worker ends, and the next photo is read by another', async () => {
  const vision = createVision({ modelsFolder, photoWorkers: 1, selfieWorkers: 0, idleTimeoutInMs: 1 })
  const bytes = readDemoFile('selfies/good-a01-andrei.jpg')
  const countWorkers = () => readProcessTree(process.pid).length - processesBefore
  const processesBefore = readProcessTree(process.pid).length
  const first = await vision.photos.hashPicture(bytes)
  await vi.waitFor(() => expect(countWorkers()).toBe(0), 30_000)
  expect(await vision.photos.hashPicture(bytes)).toBe(first)
  await vision.close()
})

test('a worker goes on at Ctrl-C, which signals the whole group, until it is asked to leave', async () => {
  const reports: TaskReport[] = []
  const listPids = () => readProcessTree(process.pid).map(({ pid }) => pid)
  const pidsBefore = listPids()
  const worker = createProcessStarter(ensureModels(modelsFolder))((report) => reports.push(report))
  worker.keepAlive(true)
  const bytes = readDemoFile('selfies/good-a01-andrei.jpg')
  worker.send({ kind: 'hash', bytes })
  await vi.waitFor(() => expect(reports).toHaveLength(1), 60_000)
  const [pid = 0, ...others] = listPids().filter((each) => !pidsBefore.includes(each))
  expect(others).toEqual([])
  process.kill(pid, 'SIGINT')
  process.kill(pid, 'SIGTERM')
  worker.send({ kind: 'hash', bytes })
  worker.send({ kind: 'leave' })
  expect(await worker.exited).toBe('code 0')
  expect(reports).toHaveLength(2)
}, 120_000)

test.skipIf(process.platform !== 'linux')(
  'the allocator of a worker has one arena and returns large blocks, also below a server with other settings',
  async () => {
    vi.stubEnv('MALLOC_ARENA_MAX', '2')
    vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '33554432')
    const listPids = () => readProcessTree(process.pid).map(({ pid }) => pid)
    const pidsBefore = listPids()
    const worker = createProcessStarter(ensureModels(modelsFolder))(() => undefined)
    worker.keepAlive(true)
    const pid = listPids().find((each) => !pidsBefore.includes(each)) ?? 0
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    expect(environment).toEqual(
      expect.arrayContaining([
        'MALLOC_ARENA_MAX=1',
        'MALLOC_MMAP_THRESHOLD_=4194304',
        'MALLOC_TRIM_THRESHOLD_=8388608',
      ]),
    )
    worker.kill()
    expect(await worker.exited).toBe('signal SIGKILL')
  },
)
