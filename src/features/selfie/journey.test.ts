import { describe, expect, it } from 'vitest'
import { type CaptureEvent, type CaptureState, type Journey, nextCapture, toJourney } from './journey.ts'
import type { SelfieStatus } from './status.ts'

const after = (start: CaptureState, ...news: CaptureEvent[]) => news.reduce(nextCapture, start)
const following: CaptureState = { is: 'following' }

describe('actions of the runner', () => {
  it('goes from the picture to the stored selfie', () => {
    expect(after(following, { is: 'picture' })).toEqual({ is: 'preparing' })
    expect(after(following, { is: 'picture' }, { is: 'kept' })).toEqual(following)
  })

  it('asks before a selfie replaces a waiting one', () => {
    const asked = after(following, { is: 'again' }, { is: 'picture' }, { is: 'other waits' })
    expect(asked).toEqual({ is: 'replacing' })
    expect(after(asked, { is: 'replaced' }, { is: 'kept' })).toEqual(following)
    expect(after(asked, { is: 'left as it was' })).toEqual(following)
  })

  it('sends a selfie at once that the device cannot store', () => {
    const direct = after(following, { is: 'picture' }, { is: 'not kept' })
    expect(direct).toEqual({ is: 'direct' })
    expect(after(direct, { is: 'answered' })).toEqual(following)
    expect(after(direct, { is: 'refused', code: 'FaceUnclear' })).toMatchObject({ code: 'FaceUnclear' })
  })

  it('keeps the reason of a refusal until the next picture', () => {
    const refused = after(following, { is: 'picture' }, { is: 'refused', code: 'FaceNotFound' })
    expect(refused).toEqual({ is: 'refused', code: 'FaceNotFound' })
    expect(after(refused, { is: 'picture' })).toEqual({ is: 'preparing' })
  })

  it('allows sending anyway only where the device alone refused the picture', () => {
    const doubted: CaptureState = { is: 'refused', code: 'FaceNotFound', insist: true }
    const refused: CaptureState = { is: 'refused', code: 'FileTooBig' }
    expect(after(doubted, { is: 'insisted' })).toEqual({ is: 'preparing' })
    expect(after(refused, { is: 'insisted' })).toBe(refused)
  })

  it('ignores results after the runner went back to the camera', () => {
    const back = after(following, { is: 'picture' }, { is: 'again' })
    expect(after(back, { is: 'kept' })).toEqual({ is: 'aiming' })
  })
})

describe('the screen', () => {
  const table: [SelfieStatus, Journey][] = [
    [{ at: 'nowhere' }, { step: 'aim' }],
    [{ at: 'saved', waitsFor: 'network' }, { step: 'kept' }],
    [{ at: 'sending', share: 0.5 }, { step: 'kept' }],
    [{ at: 'judged' }, { step: 'kept' }],
    [{ at: 'stuck', code: 'NoResponse' }, { step: 'kept' }],
    [{ at: 'searching', soFar: 0 }, { step: 'searching' }],
    [{ at: 'found', count: 14, seen: false }, { step: 'done' }],
    [{ at: 'found', count: 14, seen: true }, { step: 'aim' }],
    [{ at: 'nobody', seen: false }, { step: 'done' }],
    [{ at: 'nobody', seen: true }, { step: 'aim' }],
    [
      { at: 'refused', code: 'SeveralFaces' },
      { step: 'refused', code: 'SeveralFaces' },
    ],
  ]
  it.each(table)('follows the selfie that is %o', (place, journey) => {
    expect(toJourney(following, place)).toEqual(journey)
  })

  it('is the camera when the runner wants another picture, in any state of the first', () => {
    expect(toJourney({ is: 'aiming' }, { at: 'sending', share: 0.5 })).toEqual({ step: 'aim' })
  })
})
