import { describe, expect, it } from 'vitest'
import type { SelfieStatus } from '../result/status.ts'
import {
  type CaptureEvent,
  type CaptureState,
  nextCapture,
  type SelfieScreen,
  toSelfieScreen,
} from './capture-state.ts'

const applyEvents = (start: CaptureState, ...captureEvents: CaptureEvent[]) =>
  captureEvents.reduce(nextCapture, start)
const following: CaptureState = { type: 'following' }

describe('actions of the runner', () => {
  it('goes from the picture to the stored selfie', () => {
    expect(applyEvents(following, { type: 'picture' })).toEqual({ type: 'preparing' })
    expect(applyEvents(following, { type: 'picture' }, { type: 'kept' })).toEqual(following)
  })

  it('asks before a selfie replaces a waiting one', () => {
    const replacing = applyEvents(following, { type: 'again' }, { type: 'picture' }, { type: 'other waits' })
    expect(replacing).toEqual({ type: 'replacing' })
    expect(applyEvents(replacing, { type: 'replaced' }, { type: 'kept' })).toEqual(following)
    expect(applyEvents(replacing, { type: 'left as it was' })).toEqual(following)
  })

  it('sends a selfie at once that the device cannot store', () => {
    const direct = applyEvents(following, { type: 'picture' }, { type: 'not kept' })
    expect(direct).toEqual({ type: 'direct' })
    expect(applyEvents(direct, { type: 'answered' })).toEqual(following)
    expect(applyEvents(direct, { type: 'refused', code: 'FaceUnclear' })).toMatchObject({
      code: 'FaceUnclear',
    })
  })

  it('keeps the reason of a refusal until the next picture', () => {
    const refused = applyEvents(following, { type: 'picture' }, { type: 'refused', code: 'FaceNotFound' })
    expect(refused).toEqual({ type: 'refused', code: 'FaceNotFound' })
    expect(applyEvents(refused, { type: 'picture' })).toEqual({ type: 'preparing' })
  })

  it('allows sending anyway only where the device alone refused the picture', () => {
    const doubted: CaptureState = { type: 'refused', code: 'FaceNotFound', maySendAnyway: true }
    const refused: CaptureState = { type: 'refused', code: 'FileTooBig' }
    expect(applyEvents(doubted, { type: 'insisted' })).toEqual({ type: 'preparing' })
    expect(applyEvents(refused, { type: 'insisted' })).toBe(refused)
  })

  it('ignores results after the runner went back to the camera', () => {
    const aiming = applyEvents(following, { type: 'picture' }, { type: 'again' })
    expect(applyEvents(aiming, { type: 'kept' })).toEqual({ type: 'aiming' })
  })
})

describe('the screen', () => {
  const cases: [SelfieStatus, SelfieScreen][] = [
    [{ type: 'nowhere' }, { step: 'aim' }],
    [{ type: 'saved', waitsFor: 'network' }, { step: 'kept' }],
    [{ type: 'sending', sentShare: 0.5 }, { step: 'kept' }],
    [{ type: 'judged' }, { step: 'kept' }],
    [{ type: 'stuck', code: 'NoResponse' }, { step: 'kept' }],
    [{ type: 'searching', foundCount: 0 }, { step: 'searching' }],
    [{ type: 'found', count: 14, seen: false }, { step: 'done' }],
    [{ type: 'found', count: 14, seen: true }, { step: 'aim' }],
    [{ type: 'nobody', seen: false }, { step: 'done' }],
    [{ type: 'nobody', seen: true }, { step: 'aim' }],
    [
      { type: 'refused', code: 'SeveralFaces' },
      { step: 'refused', code: 'SeveralFaces' },
    ],
  ]
  it.each(cases)('follows the selfie that is %o', (status, screen) => {
    expect(toSelfieScreen(following, status)).toEqual(screen)
  })

  it('is the camera when the runner wants another picture, in any state of the first', () => {
    expect(toSelfieScreen({ type: 'aiming' }, { type: 'sending', sentShare: 0.5 })).toEqual({ step: 'aim' })
  })
})
