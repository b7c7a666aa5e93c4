import { describe, expect, test } from 'vitest'
import { distanceBetween, normalise } from './embedding.ts'
import { computeCrowdShares, type NearbyFace } from './nearby-people.ts'

const options = { groupRadius: 0.4, gradedRadius: 0.5, searchRadius: 0.55, wornBib: null }
const selfie = createVector(0)

function createVector(axis: number): Float32Array {
  return normalise(Float32Array.from({ length: 128 }, (_, i) => (i === axis ? 1 : 0)))
}

/** Returns a face in the direction of `person` from the selfie: faces of one person are as close as their distances. */
function createFace(person: number, distance: number, overrides: Partial<NearbyFace> = {}): NearbyFace {
  const angle = 2 * Math.asin(distance / 2.8)
  const direction = createVector(person)
  const embedding = selfie.map(
    (number, i) => number * Math.cos(angle) + (direction[i] ?? 0) * Math.sin(angle),
  )
  const faceId = `${person}-${distance}`
  return { faceId, photoId: `photo-${faceId}`, embedding, bib: null, ...overrides }
}

function computeShares(faces: readonly NearbyFace[], overrides = {}) {
  const found = computeCrowdShares(faces, ({ embedding }) => distanceBetween(selfie, embedding), {
    ...options,
    ...overrides,
  })
  return Object.fromEntries([...found].map(([faceId, share]) => [faceId, Number(share.toFixed(2))]))
}

describe('how far a face stands out', () => {
  test('is its distance relative to that of the five nearest other people', () => {
    const others = [0.45, 0.46, 0.47, 0.48, 0.49, 0.5].map((distance, i) => createFace(i + 2, distance))
    expect(computeShares([createFace(1, 0.3), ...others])).toMatchObject({ '1-0.3': 0.64, '2-0.45': 1.02 })
  })

  test('assumes missing people at the search radius', () => {
    expect(computeShares([createFace(1, 0.44)])).toEqual({ '1-0.44': 0.8 })
  })

  test('counts the many photos of a person as one, for the runner and for others', () => {
    const buildPhotos = (person: number, from: number) =>
      Array.from({ length: 30 }, (_, i) => createFace(person, Number((from + i / 1000).toFixed(3))))
    const found = computeShares([...buildPhotos(1, 0.3), ...buildPhotos(2, 0.45)])
    expect(found['1-0.3']).toBe(computeShares([createFace(1, 0.3), createFace(2, 0.45)])['1-0.3'])
    expect(found['2-0.45']).toBe(computeShares([createFace(1, 0.3), createFace(2, 0.45)])['2-0.45'])
  })

  test('takes faces of one photo, or with different numbers, for different people', () => {
    const shareAlone = computeShares([createFace(1, 0.3)])['1-0.3']
    expect(computeShares([createFace(1, 0.3), createFace(1, 0.32)])['1-0.3']).toBe(shareAlone)
    const samePhoto = { photoId: 'same' }
    expect(
      computeShares([createFace(1, 0.3, samePhoto), createFace(1, 0.32, samePhoto)])['1-0.3'],
    ).toBeGreaterThan(shareAlone ?? 1)
    const [one, other] = [createFace(1, 0.3, { bib: '128' }), createFace(1, 0.32, { bib: '341' })]
    expect(computeShares([one, other])['1-0.3']).toBeGreaterThan(shareAlone ?? 1)
  })

  test('does not take other photos of the runner with their number for other people', () => {
    const runnerFaces = [0.3, 0.42, 0.43, 0.44, 0.45, 0.46].map((distance, i) =>
      createFace(i + 1, distance, { bib: '128' }),
    )
    expect(computeShares(runnerFaces, { wornBib: '128' })['1-0.3']).toBe(0.55)
    expect(computeShares(runnerFaces)['1-0.3']).toBe(0.68)
  })

  test('does not depend on the order of the faces', () => {
    const faces = [0.3, 0.3, 0.41, 0.42, 0.43, 0.44, 0.49].map((distance, i) =>
      createFace(1 + (i % 3), distance, { faceId: `face-${i}`, photoId: `photo-${i}` }),
    )
    expect(computeShares(faces.toReversed())).toEqual(computeShares(faces))
  })

  test('is not computed for people beyond the radius', () => {
    expect(computeShares([createFace(1, 0.52)])).toEqual({})
  })
})
