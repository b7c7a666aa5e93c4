import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EventNotLoaded, type FaceIndex, type IndexedFace } from '../../../features/recognition/ports.ts'
import { createFaceIndex } from './face-index.ts'

/** Returns reproducible numbers between -0.1 and 0.1. */
function createEmbedding(seed: number, dimension = 128): Float32Array {
  let state = seed * 2_654_435_761 + 1
  return Float32Array.from({ length: dimension }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 / 5 - 0.1
  })
}

function createFace(number: number, photo = number, dimension = 128): IndexedFace {
  const embedding = createEmbedding(number, dimension)
  return { faceId: `face-${number}`, photoId: `photo-${photo}`, embedding }
}

function createFaces(count: number, dimension = 128): IndexedFace[] {
  return Array.from({ length: count }, (_, i) => createFace(i, i, dimension))
}

function computeDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0))
}

const nearOptions = { maxDistance: 0.01, limit: 10 }
/** Starts a thread, which takes longer than most tests: they share it, each with its own events. */
const index: FaceIndex = createFaceIndex()
afterAll(() => index.close())

let count = 0
let race: string
let trail: string
beforeEach(() => {
  count += 1
  race = `race ${count}`
  trail = `trail ${count}`
})

describe('the face index', () => {
  test.each([
    [128, 0.9],
    [256, 1.3],
    [512, 1.9],
  ])(
    'finds the same faces of %i numbers in the same order as a linear search',
    async (dimension, maxDistance) => {
      const allFaces = createFaces(5000, dimension)
      await index.replaceEvent(race, allFaces)
      const query = createEmbedding(99_999, dimension)
      const found = await index.search(race, query, { maxDistance, limit: 50 })
      const expected = allFaces
        .map(({ faceId, photoId, embedding }) => ({
          faceId,
          photoId,
          distance: computeDistance(query, embedding),
        }))
        .filter((neighbour) => neighbour.distance <= maxDistance)
        .sort((a, b) => a.distance - b.distance)
        .slice(0, 50)
      expect(expected).toHaveLength(50)
      expect(found.map(({ faceId }) => faceId)).toEqual(expected.map(({ faceId }) => faceId))
      found.forEach((neighbour, i) => {
        expect(neighbour.distance).toBeCloseTo(expected[i]?.distance ?? 0, 4)
      })
    },
  )

  test('refuses faces and queries of another model', async () => {
    await index.replaceEvent(race, createFaces(3, 512))
    await expect(index.add(race, [createFace(4)])).rejects.toThrow('A face has 128 numbers')
    await expect(index.search(race, createEmbedding(1), nearOptions)).rejects.toThrow(
      'The query has 128 numbers',
    )
    expect(await index.search(race, createEmbedding(1, 512), nearOptions)).toMatchObject([
      { faceId: 'face-1' },
    ])
  })

  test('keeps events apart', async () => {
    await index.replaceEvent(race, [createFace(1)])
    await index.replaceEvent(trail, [createFace(2)])
    expect(await index.search(race, createEmbedding(2), nearOptions)).toEqual([])
    expect(await index.search(trail, createEmbedding(2), nearOptions)).toMatchObject([
      { faceId: 'face-2', distance: 0 },
    ])
  })

  test('refuses to search an event that is not loaded instead of returning no match', async () => {
    await expect(index.search(race, createEmbedding(1), nearOptions)).rejects.toThrow(EventNotLoaded)
    await index.add(race, [createFace(1)])
    expect(index.has(race)).toBe(false)
  })

  test('returns no match in an event without faces', async () => {
    await index.replaceEvent(race, [])
    expect(await index.search(race, createEmbedding(1), nearOptions)).toEqual([])
  })

  test('finds added faces and not removed ones', async () => {
    await index.replaceEvent(race, createFaces(3))
    await index.add(race, [createFace(7)])
    await index.remove(race, ['photo-1'])
    expect(await index.search(race, createEmbedding(7), nearOptions)).toHaveLength(1)
    expect(await index.search(race, createEmbedding(1), nearOptions)).toEqual([])
  })

  test('replaces a face that is added again', async () => {
    await index.replaceEvent(race, [createFace(1)])
    await index.add(race, [{ ...createFace(1), embedding: createEmbedding(2) }])
    expect(await index.search(race, createEmbedding(1), nearOptions)).toEqual([])
    expect(await index.search(race, createEmbedding(2), nearOptions)).toMatchObject([{ faceId: 'face-1' }])
  })

  test('compacts the remaining faces after most were removed', async () => {
    await index.replaceEvent(race, createFaces(3000))
    await index.remove(
      race,
      createFaces(2900).map(({ photoId }) => photoId),
    )
    const found = await index.search(race, createEmbedding(2950), { maxDistance: 100, limit: 1000 })
    expect(found).toHaveLength(100)
    expect(found[0]?.faceId).toBe('face-2950')
  })

  test('loses no change made while an event loads', async () => {
    async function* loadSlowly() {
      yield [createFace(1), createFace(2)]
      await index.add(race, [createFace(3)])
      await index.remove(race, ['photo-2', 'photo-4'])
      yield [createFace(4)]
    }
    await index.replaceEvent(race, loadSlowly())
    const found = await index.search(race, createEmbedding(1), { maxDistance: 100, limit: 10 })
    expect(found.map(({ faceId }) => faceId).sort()).toEqual(['face-1', 'face-3'])
  })

  test('keeps the old faces when loading fails', async () => {
    await index.replaceEvent(race, [createFace(1)])
    async function* failWhileLoading() {
      yield [createFace(2)]
      throw new Error('the database went away')
    }
    await expect(index.replaceEvent(race, failWhileLoading())).rejects.toThrow('the database went away')
    expect(await index.search(race, createEmbedding(1), nearOptions)).toHaveLength(1)
  })

  test('answers concurrent searches separately', async () => {
    await index.replaceEvent(race, createFaces(2000))
    const answers = await Promise.all(
      [3, 14, 1500].map((number) => index.search(race, createEmbedding(number), nearOptions)),
    )
    expect(answers.map(([first]) => first?.faceId)).toEqual(['face-3', 'face-14', 'face-1500'])
  })
})
