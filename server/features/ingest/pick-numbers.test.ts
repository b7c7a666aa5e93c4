import { expect, it } from 'vitest'
import { pickNumbers } from './pick-numbers.ts'

const box = { x: 0, y: 0, width: 10, height: 10 }
const createReadBib = (text: string, confidence: number, faceIndex: number | null = null) => ({
  text,
  confidence,
  faceIndex,
  box,
})

it('keeps what the start list knows, and nothing else', () => {
  const picked = pickNumbers(
    [createReadBib('128', 0.7, 0), createReadBib('129', 0.99), createReadBib('0655', 0.8)],
    new Set(['128', '655']),
  )
  expect(picked).toEqual([
    { value: '128', confidence: 0.7, faceIndex: 0 },
    { value: '655', confidence: 0.8, faceIndex: null },
  ])
})

it('without a start list keeps only what was read with little doubt', () => {
  expect(
    pickNumbers([createReadBib('128', 0.95), createReadBib('129', 0.8)], new Set()).map(({ value }) => value),
  ).toEqual(['128'])
})

it('counts a number once, as its surest reading', () => {
  expect(pickNumbers([createReadBib('7', 0.6, 0), createReadBib('7', 0.9, 1)], new Set(['7']))).toEqual([
    { value: '7', confidence: 0.9, faceIndex: 1 },
  ])
})

it('keeps bibs with letters and divided ones, and only with a start list those that look like distances', () => {
  const found = ['AB12', 'VIP7', '123A', '12-1', '10K', '5 KM', '21.1', '42.2km'].map((text) =>
    createReadBib(text, 0.99),
  )
  const values = (startNumbers: string[]) =>
    pickNumbers(found, new Set(startNumbers)).map(({ value }) => value)
  expect(values([])).toEqual(['AB12', 'VIP7', '123A', '12-1'])
  expect(values(['AB12', '10K', '21.1', '121'])).toEqual(['AB12', '10K', '21.1'])
})
