import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fitSimilarity } from '../faces/align.ts'
import { DetectorCard, EmbedderCard } from './card.ts'
import { findFaceModel, getFaceThresholds, modelCards, toModelId } from './cards.ts'

test.each(modelCards.map((card) => [card.id, card] as const))('the card of %s is valid', (_, card) => {
  if (card.kind === 'detector') DetectorCard.parse(card)
  else EmbedderCard.parse(card)
})

test('cards of packages have the size of their file', () => {
  const require = createRequire(import.meta.url)
  for (const { source } of modelCards)
    if (source.type === 'package') {
      const packageFolder = dirname(require.resolve(`${source.name}/package.json`))
      expect(statSync(join(packageFolder, source.file)).size).toBe(source.sizeInBytes)
    }
})

test('ids are unique', () => {
  expect(new Set(modelCards.map(({ id }) => id)).size).toBe(modelCards.length)
})

test('a model is found by the ids of its detector and its embedder, in this order', () => {
  const model = findFaceModel('yunet+mobilefacenet')
  expect([model.detector.id, model.embedder.id]).toEqual(['yunet', 'mobilefacenet'])
  expect(toModelId(model)).toBe('yunet+mobilefacenet')
  for (const id of ['mobilefacenet+yunet', 'yunet', 'yunet+unknown', ''])
    expect(() => findFaceModel(id)).toThrow('There is no face model')
})

test.each(modelCards.flatMap((card) => (card.kind === 'embedder' ? [[card.id, card] as const] : [])))(
  'thresholds of %s grow with the measured rate of false matches',
  (_, { thresholds: { strong, sure, maybe, sameBib, smallFace, crowd, crowdShares, evenOdds } }) => {
    const steps = [strong, sure, maybe, sameBib, crowd]
    expect(steps.map(({ distance }) => distance)).toEqual(
      steps.map(({ distance }) => distance).toSorted((a, b) => a - b),
    )
    expect(steps.map(({ falseMatchRate }) => falseMatchRate)).toEqual(
      steps.map(({ falseMatchRate }) => falseMatchRate).toSorted((a, b) => a - b),
    )
    expect(smallFace.distance).toBeLessThanOrEqual(sure.distance)
    expect(evenOdds).toBeGreaterThan(sure.distance)
    const shares = [crowdShares.strong, crowdShares.sure, crowdShares.maybe, 1]
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  },
)

test('thresholds of the port are the distances of the card', () => {
  expect(getFaceThresholds('face-api-ssd+face-api-resnet')).toEqual({
    strong: 0.4,
    sure: 0.48,
    maybe: 0.55,
    sameBib: 0.55,
    smallFace: 0.4,
    evenOdds: 0.6,
    crowd: 0.6,
    crowdShares: { strong: 0.8, sure: 0.85, maybe: 0.92 },
  })
})

test('the templates of an embedder show the same face', () => {
  for (const card of modelCards) {
    if (card.kind !== 'embedder' || !card.alignment.landmarks) continue
    const { fivePoints, landmarks } = card.alignment
    const [nose, mouthLeft, mouthRight] = [30, 48, 54].map(
      (index) => landmarks.points[landmarks.indexes.indexOf(index)],
    )
    expect(fivePoints.slice(2)).toEqual([nose, mouthLeft, mouthRight])
    // as in every template, up to a tenth of the size
    const { a, b } = fitSimilarity(
      findFaceModel('yunet+mobilefacenet').embedder.alignment.fivePoints,
      fivePoints,
    )
    expect(Math.abs(b / a)).toBeLessThan(0.1)
  }
})
