import { describe, expect, test } from 'vitest'
import { isOtherPerson } from './main-face.ts'

const picture = { width: 250, height: 250 }
const main = { x: 80, y: 70, width: 90, height: 120 }

describe('a second face', () => {
  test.each([
    ['in the background', { x: 200, y: 10, width: 30, height: 40 }],
    ['half as large, at the side', { x: 0, y: 130, width: 60, height: 92 }],
    ['of 0.6 of the area, at the edge', { x: 0, y: 21, width: 65, height: 100 }],
    ['on the main one', { x: 90, y: 80, width: 80, height: 100 }],
  ])('%s does not hide who is meant', (_, other) => {
    expect(isOtherPerson(other, main, picture)).toBe(false)
  })

  test('of the same size beside the first may be meant', () => {
    const [one, other] = [
      { x: 30, y: 70, width: 80, height: 110 },
      { x: 140, y: 75, width: 78, height: 108 },
    ]
    expect(isOtherPerson(other, one, picture)).toBe(true)
  })

  test('of two thirds of the height beside the first may be meant', () => {
    const [one, other] = [
      { x: 30, y: 70, width: 90, height: 120 },
      { x: 140, y: 75, width: 62, height: 82 },
    ]
    expect(isOtherPerson(other, one, picture)).toBe(true)
  })
})
