import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { projectRoot } from '../../platform/root.ts'
import { createVision } from './vision.ts'

const modelsFolder = join(projectRoot, 'dist', 'models')
const readDemoFile = (file: string) => readFileSync(join(projectRoot, 'demo', file))
const options = { watermarkText: 'Photofinish', readBibs: true }

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

// an exception in C++ of a terminated thread ends the whole process
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
