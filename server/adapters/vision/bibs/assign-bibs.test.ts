import { describe, expect, test } from 'vitest'
import { assignBibsToFaces } from './assign-bibs.ts'

const face = (x: number, y = 100) => ({ x, y, width: 40, height: 50 })
const bib = (text: string, x: number, y: number, confidence = 0.99) => ({
  text,
  confidence,
  box: { x, y, width: 40, height: 30 },
})

function assignPairs(...parameters: Parameters<typeof assignBibsToFaces>) {
  return assignBibsToFaces(...parameters).map(({ text, faceIndex }) => [text, faceIndex])
}

describe('assigning bibs to runners', () => {
  test('assigns each runner the bib on their chest', () => {
    const faces = [face(100), face(300)]
    expect(assignPairs([bib('128', 298, 220), bib('7', 104, 215)], faces)).toEqual([
      ['128', 1],
      ['7', 0],
    ])
  })

  test('assigns a bib between two runners to neither', () => {
    expect(assignPairs([bib('128', 140, 220)], [face(100), face(180)])).toEqual([['128', null]])
  })

  test('assigns a bib far to the side or above to no runner', () => {
    expect(assignPairs([bib('128', 300, 220), bib('7', 100, 20)], [face(100)])).toEqual([
      ['128', null],
      ['7', null],
    ])
  })

  test('counts a bib that was detected twice once, with the more certain reading', () => {
    const read = [bib('12', 102, 222, 0.95), bib('128', 100, 220, 0.99)]
    expect(assignPairs(read, [face(100)])).toEqual([['128', 0]])
  })

  test('assigns one bib per runner', () => {
    const read = [bib('128', 100, 220), bib('7', 100, 300)]
    expect(assignPairs(read, [face(100)])).toEqual([
      ['128', 0],
      ['7', null],
    ])
  })
})
