import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { selectInputs } from '../../../tests/trials.ts'
import type { AnalysedPhoto, Box } from '../../features/photos/ports.ts'
import { projectRoot } from '../../platform/root.ts'
import { createVision, type Vision } from './vision.ts'

// networks are loaded in each worker, which may be slow on a busy machine
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const readDemoFile = (file: string) => readFileSync(join(projectRoot, 'demo', file))
const options = { watermarkText: 'Photofinish', readBibs: true }
let vision: Vision

interface LabelledBox {
  x: number
  y: number
  w: number
  h: number
}
interface LabelledPhoto {
  file: string
  people: { athlete: string; bib: string; faceBox: LabelledBox | null }[]
}

const labels = (JSON.parse(readDemoFile('photos.json').toString()) as { photos: LabelledPhoto[] }).photos

function isInside(box: Box, { x, y, w, h }: LabelledBox): boolean {
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  return middleX > x && middleX < x + w && middleY > y && middleY < y + h
}

function computeDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0))
}

beforeAll(() => {
  vision = createVision({
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: 1,
    selfieWorkers: 1,
  })
})
afterAll(() => vision.close())

describe('a photo of four runners', () => {
  const file = 'photos-a/A001.jpg'
  const people = labels.find((photo) => photo.file === file)?.people ?? []
  let photo: AnalysedPhoto

  beforeAll(async () => {
    photo = await vision.photos.analyse(readDemoFile(file), options)
  })

  test('has its size and its pictures', () => {
    expect([photo.mime, photo.width, photo.height]).toEqual(['image/jpeg', 1600, 1067])
    expect([photo.preview.width, photo.thumb.width, photo.tiny.width]).toEqual([1280, 400, 280])
  })

  test('shows all four faces, each with 128 numbers', () => {
    expect(people).toHaveLength(4)
    for (const { faceBox } of people)
      expect(photo.faces.filter(({ box }) => faceBox && isInside(box, faceBox))).toHaveLength(1)
    for (const face of photo.faces) expect(face.embedding).toHaveLength(128)
  })

  test('has each number read under the right face', () => {
    const readings = photo.bibs.map(({ text, faceIndex }) => {
      const box = photo.faces[faceIndex ?? -1]?.box
      return [text, people.find(({ faceBox }) => box && faceBox && isInside(box, faceBox))?.bib]
    })
    expect(readings.sort(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['128', '128'],
      ['341', '341'],
      ['655', '655'],
      ['96', '96'],
    ])
  })

  test("a runner's selfie is nearest to the runner's own face", async () => {
    const { embedding } = await vision.faces.readSelfie(readDemoFile('selfies/good-a03-yuna.jpg'))
    const [nearest, second] = [...photo.faces].sort(
      (a, b) => computeDistance(a.embedding, embedding) - computeDistance(b.embedding, embedding),
    )
    const ownFace = people.find(({ athlete }) => athlete === 'a03')?.faceBox
    expect(nearest && ownFace && isInside(nearest.box, ownFace)).toBe(true)
    expect(computeDistance(nearest?.embedding ?? new Float32Array(), embedding)).toBeLessThan(0.45)
    expect(computeDistance(second?.embedding ?? new Float32Array(), embedding)).toBeGreaterThan(0.45)
  })
})

describe('a bib', () => {
  const forms = ['12-1', 'AB12', '123456', '123A', 'A123', '12345', 'VIP7']
  test.each(selectInputs(forms.slice(0, 2), forms))('with %s is read whole', async (bib) => {
    const bytes = readFileSync(join(projectRoot, 'tests', 'fixtures', 'bibs', `${bib}.jpg`))
    const { bibs } = await vision.photos.analyse(bytes, options)
    expect(bibs.map(({ text, faceIndex }) => [text, faceIndex])).toEqual([[bib, 0]])
  })
})

describe('a selfie', () => {
  test.each([
    ['bad-no-face', 'FaceNotFound'],
    ['bad-two-faces', 'SeveralFaces'],
    ['bad-too-dark', 'FaceUnclear'],
    ['bad-blurred', 'FaceUnclear'],
    ['bad-far-away', 'FaceUnclear'],
  ])('%s is refused with %s', async (name, code) => {
    await expect(vision.faces.readSelfie(readDemoFile(`selfies/${name}.jpg`))).rejects.toMatchObject({ code })
  })

  test('that is truncated is damaged, and a file that is no picture is refused as such', async () => {
    const whole = readDemoFile('selfies/good-a01-andrei.jpg')
    await expect(vision.faces.readSelfie(whole.subarray(0, 20_000))).rejects.toMatchObject({
      code: 'ImageDamaged',
    })
    await expect(vision.faces.readSelfie(Buffer.from('hello'))).rejects.toMatchObject({ code: 'NotAnImage' })
  })

  test('with a face that fills the picture is accepted', async () => {
    const { default: sharp } = await import('sharp')
    const closeUp = await sharp(readDemoFile('selfies/good-a01-andrei.jpg'))
      .extract({ left: 300, top: 370, width: 360, height: 480 })
      .toBuffer()
    const [closeUpFace, typicalFace] = [
      await vision.faces.readSelfie(closeUp),
      await vision.faces.readSelfie(readDemoFile('selfies/good-a01-andrei.jpg')),
    ]
    expect(computeDistance(closeUpFace.embedding, typicalFace.embedding)).toBeLessThan(0.45)
  })

  test('with a smaller face at the edge of the picture shows the runner', async () => {
    const { default: sharp } = await import('sharp')
    const runner = readDemoFile('selfies/good-a01-andrei.jpg')
    const bystander = await sharp(readDemoFile('selfies/good-a02-amara.jpg'))
      .extract({ left: 300, top: 370, width: 360, height: 480 })
      .resize(270)
      .toBuffer()
    const picture = await sharp(runner)
      .composite([{ input: bystander, left: 0, top: 20 }])
      .jpeg()
      .toBuffer()
    const [alone, withBystander] = [
      await vision.faces.readSelfie(runner),
      await vision.faces.readSelfie(picture),
    ]
    expect(computeDistance(alone.embedding, withBystander.embedding)).toBeLessThan(0.1)
  })
})

test('after closing, requests are refused instead of waiting forever', async () => {
  const closedVision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  await closedVision.close()
  await expect(closedVision.photos.analyse(readDemoFile('photos-a/A001.jpg'), options)).rejects.toThrow(
    'closed',
  )
})

test('a photo that takes too long is given up and frees its slot', async () => {
  const impatientVision = createVision({
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: 1,
    taskTimeoutInMs: 1,
  })
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => impatientVision.photos.analyse(readDemoFile('photos-a/A001.jpg'), options)),
  )
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('worker ended') } })
  await impatientVision.close()
})
