import { describe, expect, test } from 'vitest'
import { normalise } from './embedding.ts'
import { type Candidate, deriveThresholds, matchFaces, toSimilarity } from './match.ts'
import type { FaceThresholds } from './ports.ts'

const thresholds = buildThresholds(0.55)

function buildThresholds(sure: number): FaceThresholds {
  return {
    strong: sure - 0.05,
    sure,
    maybe: sure + 0.05,
    sameBib: sure + 0.1,
    smallFace: sure - 0.05,
    evenOdds: 0.6,
    crowd: sure + 0.1,
    crowdShares: { strong: 0.8, sure: 0.87, maybe: 0.95 },
  }
}

const selfie = createVector(0)

function createVector(axis: number): Float32Array {
  return normalise(Float32Array.from({ length: 128 }, (_, i) => (i === axis ? 1 : 0)))
}

/** Returns a face at a distance from the selfie; faces of one person have the same direction. Person 1 is the runner. */
function createCandidate(
  photoId: string,
  distance: number,
  { person = 1, ...more }: Partial<Candidate> & { person?: number } = {},
): Candidate {
  const angle = 2 * Math.asin(distance / 2.8)
  const direction = createVector(person)
  const embedding = selfie.map(
    (number, i) => number * Math.cos(angle) + (direction[i] ?? 0) * Math.sin(angle),
  )
  const faceId = `face-in-${photoId}-${distance}`
  return { photoId, faceId, embedding, distance, sizeInPixels: 80, bib: null, ...more }
}

/** Returns other people, each with one face, in order of distance. */
function others(...distances: number[]): Candidate[] {
  return distances.map((distance, i) => createCandidate(`other${i + 1}`, distance, { person: 10 + i }))
}

function matchTiers(
  candidates: readonly Candidate[],
  answers?: { itsMe?: string[]; notMe?: string[] },
  threshold = 0.55,
) {
  const { matches } = matchFaces(candidates, {
    selfie,
    thresholds: buildThresholds(threshold),
    answers: { itsMe: new Set(answers?.itsMe), notMe: new Set(answers?.notMe) },
  })
  return Object.fromEntries(matches.map(({ photoId, tier }) => [photoId, tier]))
}

describe('matching by face alone', () => {
  const alone = (distance: number, more = {}) => matchTiers([createCandidate('a', distance, more)])['a']

  test('is sure up to the threshold, possible a little beyond, and none after that', () => {
    expect([0.3, 0.55, 0.6, 0.61].map((distance) => alone(distance))).toEqual([
      'sure',
      'sure',
      'maybe',
      undefined,
    ])
  })

  test('requires small faces to be nearer', () => {
    const small = { sizeInPixels: 30 }
    expect([alone(0.5, small), alone(0.54, small)]).toEqual(['sure', 'maybe'])
  })

  test('lists sure matches first, then the nearest, each photo once', () => {
    const { matches } = matchFaces(
      [
        createCandidate('c', 0.5, { person: 2 }),
        createCandidate('b', 0.54),
        createCandidate('a', 0.2),
        createCandidate('b', 0.55),
      ],
      { selfie, thresholds },
    )
    expect(matches.map(({ photoId, distance, tier }) => [photoId, distance, tier])).toEqual([
      ['a', 0.2, 'sure'],
      ['b', 0.54, 'sure'],
      ['c', 0.5, 'maybe'],
    ])
  })

  test('offers the nearest twelve possible matches at most, and keeps every sure one', () => {
    const sure = Array.from({ length: 20 }, (_, index) => createCandidate(`sure${index}`, 0.3))
    const maybe = Array.from({ length: 20 }, (_, index) =>
      createCandidate(`maybe${index}`, 0.53 - index / 1000, { person: 2 }),
    )
    const { matches } = matchFaces([...maybe, ...sure], { selfie, thresholds })
    const offeredIds = matches.filter(({ tier }) => tier === 'maybe').map(({ photoId }) => photoId)
    expect(matches).toHaveLength(32)
    expect(offeredIds).toEqual(Array.from({ length: 12 }, (_, index) => `maybe${19 - index}`))
  })

  test('finds no match without candidates', () => {
    expect(matchFaces([], { selfie, thresholds })).toEqual({ matches: [], bib: null })
  })
})

describe('matching in a crowd', () => {
  const defaultThreshold = 0.45
  const crowd = others(0.44, 0.45, 0.46, 0.47, 0.48)

  test('is not sure of a face hardly nearer than other people, even within the threshold', () => {
    expect(matchTiers([createCandidate('a', 0.42)], {}, defaultThreshold)).toEqual({ a: 'sure' })
    expect(matchTiers([createCandidate('a', 0.42), ...crowd], {}, defaultThreshold)).toMatchObject({
      a: 'maybe',
    })
    expect(matchTiers([createCandidate('a', 0.35), ...crowd], {}, defaultThreshold)).toMatchObject({
      a: 'sure',
    })
  })

  test('does not match the whole album of another person who is as near as others', () => {
    const album = Array.from({ length: 8 }, (_, i) =>
      createCandidate(`theirs${i}`, 0.43 + i / 1000, { person: 2 }),
    )
    const found = matchTiers([...album, ...crowd], {}, defaultThreshold)
    expect(Object.values(found)).not.toContain('sure')
  })

  test('leaves out faces that are only as near as strangers are by chance', () => {
    expect(matchTiers(others(0.46, 0.462, 0.464, 0.466, 0.468, 0.47), {}, defaultThreshold)).toEqual({})
  })

  test('measures by people who are too far away to be the runner', () => {
    const far: FaceThresholds = { ...thresholds, crowd: 0.7 }
    const person = createCandidate('a', 0.55)
    const strangers = (distance: number) => others(...Array.from({ length: 6 }, () => distance))
    const findTier = (candidates: Candidate[]) =>
      matchFaces(candidates, { selfie, thresholds: far }).matches.map(({ tier }) => tier)
    expect(findTier([person, ...strangers(0.65)])).toEqual(['sure'])
    expect(findTier([person, ...strangers(0.61)])).toEqual(['maybe'])
  })

  test('accepts the shares of the model', () => {
    const strict: FaceThresholds = { ...thresholds, crowdShares: { strong: 0.5, sure: 0.6, maybe: 0.7 } }
    const findTiers = (distance: number) =>
      matchFaces([createCandidate('a', distance)], { selfie, thresholds: strict }).matches.map(
        ({ tier }) => tier,
      )
    // no other person is near, so the distance of other people is 0.65
    expect([findTiers(0.38), findTiers(0.4), findTiers(0.47)]).toEqual([['sure'], ['maybe'], []])
  })

  test('is sure only of the nearest of two people within the threshold', () => {
    const found = matchTiers(
      [createCandidate('a', 0.25), createCandidate('b', 0.44, { person: 2 })],
      {},
      defaultThreshold,
    )
    expect(matchTiers([createCandidate('b', 0.44, { person: 2 })], {}, defaultThreshold)).toEqual({
      b: 'sure',
    })
    expect(found).toEqual({ a: 'sure', b: 'maybe' })
  })

  test('finds faces far from the selfie by sure faces they are near to', () => {
    const sure = [createCandidate('a', 0.3), createCandidate('b', 0.32), createCandidate('c', 0.34)]
    const farther = createCandidate('d', 0.48)
    expect(matchTiers([farther], {}, defaultThreshold)).toEqual({ d: 'maybe' })
    expect(matchTiers([...sure, farther], {}, defaultThreshold)).toMatchObject({ d: 'sure' })
    expect(
      matchTiers([...sure, createCandidate('e', 0.46, { person: 2 })], {}, defaultThreshold),
    ).toMatchObject({
      e: 'maybe',
    })
  })

  test('is never sure by faces alone beyond the limit of possible matches', () => {
    const sure = [createCandidate('a', 0.3), createCandidate('b', 0.32), createCandidate('c', 0.34)]
    expect(matchTiers([...sure, createCandidate('d', 0.51)], {}, defaultThreshold)).not.toHaveProperty('d')
  })

  test('learns nothing from photos that the runner refused', () => {
    const refused = [createCandidate('a', 0.3), createCandidate('b', 0.32), createCandidate('c', 0.34)]
    const answers = { notMe: ['a', 'b', 'c'] }
    expect(matchTiers([...refused, createCandidate('d', 0.48)], answers, defaultThreshold)).toEqual({
      d: 'maybe',
    })
  })
})

describe('matching with start numbers', () => {
  const runnerFaces = [createCandidate('a', 0.3, { bib: '128' }), createCandidate('b', 0.35, { bib: '128' })]

  test('learns the number that the runner wears', () => {
    expect(matchFaces(runnerFaces, { selfie, thresholds }).bib).toBe('128')
  })

  test('is sure of a farther face that wears this number', () => {
    expect(matchTiers([...runnerFaces, createCandidate('c', 0.64, { bib: '128' })])).toMatchObject({
      c: 'sure',
    })
  })

  test('drops a face with another number, and only offers it when it is very near', () => {
    const others = [createCandidate('c', 0.52, { bib: '341' }), createCandidate('d', 0.45, { bib: '341' })]
    const found = matchTiers([...runnerFaces, ...others])
    expect(found).not.toHaveProperty('c')
    expect(found).toMatchObject({ d: 'maybe' })
  })

  test('keeps the result of faces without a number', () => {
    expect(
      matchTiers([...runnerFaces, createCandidate('c', 0.54), createCandidate('d', 0.59, { person: 2 })]),
    ).toMatchObject({
      c: 'sure',
      d: 'maybe',
    })
  })

  test('trusts no number when two are worn equally often', () => {
    const twins = [createCandidate('a', 0.3, { bib: '128' }), createCandidate('b', 0.3, { bib: '341' })]
    expect(matchFaces(twins, { selfie, thresholds }).bib).toBeNull()
    expect(matchTiers(twins)).toEqual({ a: 'sure', b: 'sure' })
  })

  test('does not learn a number from a face that is not near enough', () => {
    expect(matchFaces([createCandidate('a', 0.54, { bib: '128' })], { selfie, thresholds }).bib).toBeNull()
  })

  test('prefers the face with the number when a photo has two that match', () => {
    const match = matchFaces(
      [...runnerFaces, createCandidate('z', 0.58, { person: 2 }), createCandidate('z', 0.6, { bib: '128' })],
      {
        selfie,
        thresholds,
      },
    ).matches.find(({ photoId }) => photoId === 'z')
    expect(match).toMatchObject({ tier: 'sure', distance: 0.6 })
  })
})

describe("the runner's own answers", () => {
  test('win over distance and number', () => {
    const candidates = [createCandidate('a', 0.2), createCandidate('b', 0.59), createCandidate('c', 0.9)]
    expect(matchTiers(candidates, { itsMe: ['b', 'c', 'unseen'], notMe: ['a'] })).toEqual({
      b: 'sure',
      c: 'sure',
      unseen: 'sure',
    })
  })

  test('keep a refused photo from teaching its number', () => {
    const candidates = [
      createCandidate('a', 0.2, { bib: '341' }),
      createCandidate('b', 0.4, { bib: '128' }),
      createCandidate('c', 0.64, { bib: '128' }),
    ]
    expect(matchTiers(candidates, { notMe: ['a'] })).toEqual({ b: 'sure', c: 'sure' })
  })
})

describe('thresholds of an event', () => {
  const other: FaceThresholds = {
    strong: 1,
    sure: 1.1,
    maybe: 1.2,
    sameBib: 1.3,
    smallFace: 0.9,
    evenOdds: 1.4,
    crowd: 1.5,
    crowdShares: { strong: 0.7, sure: 0.8, maybe: 0.9 },
  }
  const ofDefault = buildThresholds(0.55)

  test('are those of the model when the event has none', () => {
    expect(deriveThresholds(other, ofDefault, null)).toBe(other)
  })

  test('move all steps of the default model', () => {
    const moved = deriveThresholds(ofDefault, ofDefault, 0.45)
    expect([moved.strong, moved.sure, moved.maybe, moved.sameBib].map((each) => each.toFixed(6))).toEqual([
      '0.400000',
      '0.450000',
      '0.500000',
      '0.550000',
    ])
  })

  test('move the steps of another model by its larger distances', () => {
    const moved = deriveThresholds(other, ofDefault, 0.45)
    expect(moved.sure).toBeCloseTo(0.9)
    expect(moved.sameBib).toBeCloseTo(1.1)
    expect(moved.crowd).toBeCloseTo(1.3)
    expect(moved.evenOdds).toBe(1.4)
    expect(moved.crowdShares).toBe(other.crowdShares)
  })
})

test('similarity falls with distance and is one half where both are as likely', () => {
  expect(toSimilarity(0, thresholds)).toBeGreaterThan(0.99)
  expect(toSimilarity(0.6, thresholds)).toBeCloseTo(0.5)
  expect(toSimilarity(1.2, { evenOdds: 1.2 })).toBeCloseTo(0.5)
  expect(toSimilarity(0.3, thresholds)).toBeGreaterThan(toSimilarity(0.5, thresholds))
})
