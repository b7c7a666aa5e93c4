import { describe, expect, it } from 'vitest'
import type { DetectionResult } from './detect-faces.ts'
import { judgeFrame, judgePicture } from './judge.ts'

const face = { x: 100, y: 100, width: 200, height: 220 }
const clearFace: DetectionResult = {
  faces: [face],
  doubtful: true,
  light: { sharpness: 500, brightness: 130 },
  brightness: 120,
}
const size = { width: 480, height: 640 }
const createLitFace = (sharpness: number, brightness: number): DetectionResult => ({
  ...clearFace,
  light: { sharpness, brightness },
})
const noFace: DetectionResult = { faces: [], doubtful: false, brightness: 120 }

describe('the state of the camera', () => {
  it.each([
    ['a clear face', clearFace, 'good'],
    ['no face', noFace, 'none'],
    ['something that may be a face', { ...noFace, doubtful: true }, 'none'],
    ['no face in the dark', { ...noFace, brightness: 20 }, 'dark'],
    ['two faces', { ...clearFace, faces: [face, face] }, 'several'],
    ['a face in the dark', createLitFace(500, 30), 'dark'],
    ['a face in glaring light', createLitFace(500, 240), 'bright'],
    ['a small face', { ...clearFace, faces: [{ ...face, width: 70, height: 80 }] }, 'far'],
    ['a face out of focus', createLitFace(30, 130), 'blurred'],
    ['a face not quite in focus', createLitFace(80, 130), 'blurred'],
  ] as const)('%s', (_, seen, verdict) => {
    expect(judgeFrame({ ...seen, faces: [...seen.faces] }, size)).toBe(verdict)
  })
})

describe('the verdict on a picture', () => {
  it.each([
    ['a clear face', clearFace, { type: 'fine' }],
    ['no face', noFace, { type: 'fault', code: 'FaceNotFound' }],
    ['two faces', { ...clearFace, faces: [face, face] }, { type: 'fault', code: 'SeveralFaces' }],
    ['a face quite out of focus', createLitFace(10, 130), { type: 'fault', code: 'FaceUnclear' }],
    ['a face in deep night', createLitFace(500, 15), { type: 'fault', code: 'FaceUnclear' }],
    [
      'a tiny face',
      { ...clearFace, faces: [{ ...face, width: 40, height: 44 }] },
      { type: 'fault', code: 'FaceUnclear' },
    ],
  ] as const)('%s', (_, seen, verdict) => {
    expect(judgePicture({ ...seen, faces: [...seen.faces] })).toEqual(verdict)
  })

  it.each([
    ['something that may be a face', { ...noFace, doubtful: true }],
    ['no face in glaring light', { ...noFace, brightness: 220 }],
    ['a face at the limit of sharpness', createLitFace(36, 130)],
    ['a face at the limit of darkness', createLitFace(500, 36)],
    ['a face at the limit of size', { ...clearFace, faces: [{ ...face, width: 70, height: 70 }] }],
  ])('leaves %s to the service', (_, seen) => {
    expect(judgePicture(seen)).toEqual({ type: 'unknown' })
  })
})
