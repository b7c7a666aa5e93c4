import { describe, expect, it } from 'vitest'
import { type CaptureEvent, type CaptureState, type Journey, nextCapture, toJourney } from './journey.ts'
import type { SelfieStatus } from './status.ts'

const after = (start: CaptureState, ...news: CaptureEvent[]) => news.reduce(nextCapture, start)
const following: CaptureState = { type: 'following' }

describe('actions of the runner', () => {
  it('goes from the picture to the stored selfie', () => {
    expect(after(following, { type: 'picture' })).toEqual({ type: 'preparing' })
    expect(after(following, { type: 'picture' }, { type: 'kept' })).toEqual(following)
  })

  it('asks before a selfie replaces a waiting one', () => {
    const asked = after(following, { type: 'again' }, { type: 'picture' }, { type: 'other waits' })
    expect(asked).toEqual({ type: 'replacing' })
    expect(after(asked, { type: 'replaced' }, { type: 'kept' })).toEqual(following)
    expect(after(asked, { type: 'left as it was' })).toEqual(following)
  })

  it('sends a selfie at once that the device cannot store', () => {
    const direct = after(following, { type: 'picture' }, { type: 'not kept' })
    expect(direct).toEqual({ type: 'direct' })
    expect(after(direct, { type: 'answered' })).toEqual(following)
    expect(after(direct, { type: 'refused', code: 'FaceUnclear' })).toMatchObject({ code: 'FaceUnclear' })
  })

  it('keeps the reason of a refusal until the next picture', () => {
    const refused = after(following, { type: 'picture' }, { type: 'refused', code: 'FaceNotFound' })
    expect(refused).toEqual({ type: 'refused', code: 'FaceNotFound' })
    expect(after(refused, { type: 'picture' })).toEqual({ type: 'preparing' })
  })

  it('allows sending anyway only where the device alone refused the picture', () => {
    const doubted: CaptureState = { type: 'refused', code: 'FaceNotFound', insist: true }
    const refused: CaptureState = { type: 'refused', code: 'FileTooBig' }
    expect(after(doubted, { type: 'insisted' })).toEqual({ type: 'preparing' })
    expect(after(refused, { type: 'insisted' })).toBe(refused)
  })

  it('ignores results after the runner went back to the camera', () => {
    const back = after(following, { type: 'picture' }, { type: 'again' })
    expect(after(back, { type: 'kept' })).toEqual({ type: 'aiming' })
  })
})

describe('the screen', () => {
  const table: [SelfieStatus, Journey][] = [
    [{ type: 'nowhere' }, { step: 'aim' }],
    [{ type: 'saved', waitsFor: 'network' }, { step: 'kept' }],
    [{ type: 'sending', share: 0.5 }, { step: 'kept' }],
    [{ type: 'judged' }, { step: 'kept' }],
    [{ type: 'stuck', code: 'NoResponse' }, { step: 'kept' }],
    [{ type: 'searching', soFar: 0 }, { step: 'searching' }],
    [{ type: 'found', count: 14, seen: false }, { step: 'done' }],
    [{ type: 'found', count: 14, seen: true }, { step: 'aim' }],
    [{ type: 'nobody', seen: false }, { step: 'done' }],
    [{ type: 'nobody', seen: true }, { step: 'aim' }],
    [
      { type: 'refused', code: 'SeveralFaces' },
      { step: 'refused', code: 'SeveralFaces' },
    ],
  ]
  it.each(table)('follows the selfie that is %o', (status, journey) => {
    expect(toJourney(following, status)).toEqual(journey)
  })

  it('is the camera when the runner wants another picture, in any state of the first', () => {
    expect(toJourney({ type: 'aiming' }, { type: 'sending', share: 0.5 })).toEqual({ step: 'aim' })
  })
})
