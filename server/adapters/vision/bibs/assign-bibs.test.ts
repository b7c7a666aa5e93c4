import { describe, expect, test } from 'vitest'
import { assignBibsToFaces } from './assign-bibs.ts'

const createFace = (x: number, y = 100) => ({ x, y, width: 40, height: 50 })
const createBib = (text: string, x: number, y: number, confidence = 0.99) => ({
  text,
  confidence,
  box: { x, y, width: 40, height: 30 },
})

function assignPairs(...parameters: Parameters<typeof assignBibsToFaces>) {
  return assignBibsToFaces(...parameters).map(({ text, faceIndex }) => [text, faceIndex])
}

describe('assigning bibs to runners', () => {
  test('assigns each runner the bib on their chest', () => {
    const faces = [createFace(100), createFace(300)]
    expect(assignPairs([createBib('128', 298, 220), createBib('7', 104, 215)], faces)).toEqual([
      ['128', 1],
      ['7', 0],
    ])
  })

  test('assigns a bib between two runners to neither', () => {
    expect(assignPairs([createBib('128', 140, 220)], [createFace(100), createFace(180)])).toEqual([
      ['128', null],
    ])
  })

  test('assigns a bib far to the side or above to no runner', () => {
    expect(assignPairs([createBib('128', 300, 220), createBib('7', 100, 20)], [createFace(100)])).toEqual([
      ['128', null],
      ['7', null],
    ])
  })

  test('counts a bib that was detected twice once, with the more certain reading', () => {
    const readings = [createBib('12', 102, 222, 0.95), createBib('128', 100, 220, 0.99)]
    expect(assignPairs(readings, [createFace(100)])).toEqual([['128', 0]])
  })

  test('keeps the number that contains a part of it with a higher confidence', () => {
    const readings = [createBib('49', 112, 222, 0.999), createBib('349', 100, 220, 0.96)]
    expect(assignPairs(readings, [createFace(100)])).toEqual([['349', 0]])
  })

  test('keeps a number that is part of another one elsewhere', () => {
    const readings = [createBib('49', 104, 220), createBib('349', 302, 220)]
    expect(assignPairs(readings, [createFace(100), createFace(300)])).toEqual([
      ['49', 0],
      ['349', 1],
    ])
  })

  test('assigns one bib per runner', () => {
    const readings = [createBib('128', 100, 220), createBib('7', 100, 300)]
    expect(assignPairs(readings, [createFace(100)])).toEqual([
      ['128', 0],
      ['7', null],
    ])
  })
})
