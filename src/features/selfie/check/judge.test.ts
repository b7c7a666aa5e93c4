import { describe, expect, it } from 'vitest'
import { judgePicture, judgeSight } from './judge.ts'
import type { Seen } from './look.ts'

const face = { x: 100, y: 100, width: 200, height: 220 }
const clear: Seen = {
  faces: [face],
  doubtful: true,
  light: { sharpness: 500, brightness: 130 },
  brightness: 120,
}
const size = { width: 480, height: 640 }
const lit = (sharpness: number, brightness: number): Seen => ({ ...clear, light: { sharpness, brightness } })
const nothing: Seen = { faces: [], doubtful: false, brightness: 120 }

describe('the state of the camera', () => {
  it.each([
    ['a clear face', clear, 'good'],
    ['no face', nothing, 'none'],
    ['something that may be a face', { ...nothing, doubtful: true }, 'none'],
    ['no face in the dark', { ...nothing, brightness: 20 }, 'dark'],
    ['two faces', { ...clear, faces: [face, face] }, 'several'],
    ['a face in the dark', lit(500, 30), 'dark'],
    ['a face in glaring light', lit(500, 240), 'bright'],
    ['a small face', { ...clear, faces: [{ ...face, width: 70, height: 80 }] }, 'far'],
    ['a face out of focus', lit(30, 130), 'blurred'],
    ['a face not quite in focus', lit(80, 130), 'blurred'],
  ] as const)('%s', (_, seen, sight) => {
    expect(judgeSight({ ...seen, faces: [...seen.faces] }, size)).toBe(sight)
  })
})

describe('the verdict on a picture', () => {
  it.each([
    ['a clear face', clear, { type: 'fine' }],
    ['no face', nothing, { type: 'fault', code: 'FaceNotFound' }],
    ['two faces', { ...clear, faces: [face, face] }, { type: 'fault', code: 'SeveralFaces' }],
    ['a face quite out of focus', lit(10, 130), { type: 'fault', code: 'FaceUnclear' }],
    ['a face in deep night', lit(500, 15), { type: 'fault', code: 'FaceUnclear' }],
    [
      'a tiny face',
      { ...clear, faces: [{ ...face, width: 40, height: 44 }] },
      { type: 'fault', code: 'FaceUnclear' },
    ],
  ] as const)('%s', (_, seen, verdict) => {
    expect(judgePicture({ ...seen, faces: [...seen.faces] })).toEqual(verdict)
  })

  it.each([
    ['something that may be a face', { ...nothing, doubtful: true }],
    ['no face in glaring light', { ...nothing, brightness: 220 }],
    ['a face at the limit of sharpness', lit(36, 130)],
    ['a face at the limit of darkness', lit(500, 36)],
    ['a face at the limit of size', { ...clear, faces: [{ ...face, width: 70, height: 70 }] }],
  ])('leaves %s to the service', (_, seen) => {
    expect(judgePicture(seen)).toEqual({ type: 'unknown' })
  })
})
