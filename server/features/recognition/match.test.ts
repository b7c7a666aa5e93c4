import { describe, expect, test } from 'vitest'
import { type Candidate, matchFaces, searchRadius, similarityOf } from './match.ts'

const faceThreshold = 0.55

function candidate(photoId: string, distance: number, more: Partial<Candidate> = {}): Candidate {
  return { photoId, faceId: `face-in-${photoId}-${distance}`, distance, sizeInPixels: 80, bib: null, ...more }
}

function tiers(candidates: readonly Candidate[], answers?: { itsMe?: string[]; notMe?: string[] }) {
  const { matches } = matchFaces(candidates, {
    faceThreshold,
    answers: { itsMe: new Set(answers?.itsMe), notMe: new Set(answers?.notMe) },
  })
  return Object.fromEntries(matches.map(({ photoId, tier }) => [photoId, tier]))
}

describe('matching by face alone', () => {
  test('is sure up to the threshold, offers a little more, and leaves the rest', () => {
    expect(
      tiers([candidate('a', 0.3), candidate('b', 0.55), candidate('c', 0.6), candidate('d', 0.61)]),
    ).toEqual({
      a: 'sure',
      b: 'sure',
      c: 'maybe',
    })
  })

  test('wants small faces nearer', () => {
    const small = { sizeInPixels: 30 }
    expect(tiers([candidate('a', 0.5, small), candidate('b', 0.54, small)])).toEqual({
      a: 'sure',
      b: 'maybe',
    })
  })

  test('lists sure ones first, then the nearest, and each photo once', () => {
    const { matches } = matchFaces(
      [candidate('c', 0.58), candidate('b', 0.4), candidate('a', 0.2), candidate('b', 0.5)],
      { faceThreshold },
    )
    expect(matches.map(({ photoId, distance }) => [photoId, distance])).toEqual([
      ['a', 0.2],
      ['b', 0.4],
      ['c', 0.58],
    ])
  })

  test('asks about the nearest twelve at most, and keeps every sure one', () => {
    const sure = Array.from({ length: 20 }, (_, at) => candidate(`sure${at}`, 0.3))
    const maybe = Array.from({ length: 20 }, (_, at) => candidate(`maybe${at}`, 0.599 - at / 1000))
    const { matches } = matchFaces([...maybe, ...sure], { faceThreshold })
    const asked = matches.filter(({ tier }) => tier === 'maybe').map(({ photoId }) => photoId)
    expect(matches).toHaveLength(32)
    expect(asked).toEqual(Array.from({ length: 12 }, (_, at) => `maybe${19 - at}`))
  })

  test('finds nobody when nobody is near', () => {
    expect(matchFaces([], { faceThreshold })).toEqual({ matches: [], bib: null })
  })
})

describe('matching with start numbers', () => {
  const mine = [candidate('a', 0.3, { bib: '128' }), candidate('b', 0.35, { bib: '128' })]

  test('learns the number that the runner wears', () => {
    expect(matchFaces(mine, { faceThreshold }).bib).toBe('128')
  })

  test('is sure of a farther face that wears it', () => {
    expect(tiers([...mine, candidate('c', 0.64, { bib: '128' })])).toMatchObject({ c: 'sure' })
  })

  test('drops a face that wears another, and only offers it when it is very near', () => {
    const others = [candidate('c', 0.52, { bib: '341' }), candidate('d', 0.45, { bib: '341' })]
    const found = tiers([...mine, ...others])
    expect(found).not.toHaveProperty('c')
    expect(found).toMatchObject({ d: 'maybe' })
  })

  test('leaves faces without a number as they are', () => {
    expect(tiers([...mine, candidate('c', 0.54), candidate('d', 0.59)])).toMatchObject({
      c: 'sure',
      d: 'maybe',
    })
  })

  test('trusts no number when two are worn equally often', () => {
    const twins = [candidate('a', 0.3, { bib: '128' }), candidate('b', 0.3, { bib: '341' })]
    expect(matchFaces(twins, { faceThreshold }).bib).toBeNull()
    expect(tiers(twins)).toEqual({ a: 'sure', b: 'sure' })
  })

  test('does not learn a number from a face that is not near enough', () => {
    expect(matchFaces([candidate('a', 0.54, { bib: '128' })], { faceThreshold }).bib).toBeNull()
  })

  test('prefers the face with the number when a photo has two that fit', () => {
    const match = matchFaces([...mine, candidate('z', 0.58), candidate('z', 0.6, { bib: '128' })], {
      faceThreshold,
    }).matches.find(({ photoId }) => photoId === 'z')
    expect(match).toMatchObject({ tier: 'sure', distance: 0.6 })
  })
})

describe("the runner's own answers", () => {
  test('win over distance and number', () => {
    const candidates = [candidate('a', 0.2), candidate('b', 0.59), candidate('c', 0.9)]
    expect(tiers(candidates, { itsMe: ['b', 'c', 'unseen'], notMe: ['a'] })).toEqual({
      b: 'sure',
      c: 'sure',
      unseen: 'sure',
    })
  })

  test('keep a refused photo from teaching its number', () => {
    const candidates = [
      candidate('a', 0.2, { bib: '341' }),
      candidate('b', 0.4, { bib: '128' }),
      candidate('c', 0.64, { bib: '128' }),
    ]
    expect(tiers(candidates, { notMe: ['a'] })).toEqual({ b: 'sure', c: 'sure' })
  })
})

test('the search reaches as far as a number can confirm', () => {
  expect(searchRadius(0.55)).toBeCloseTo(0.65)
})

test('similarity falls with distance and is one half where it may be either', () => {
  expect(similarityOf(0)).toBeGreaterThan(0.99)
  expect(similarityOf(0.6)).toBeCloseTo(0.5)
  expect(similarityOf(0.3)).toBeGreaterThan(similarityOf(0.5))
})
