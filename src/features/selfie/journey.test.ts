import { describe, expect, it } from 'vitest'
import { type Doing, doingAfter, type Journey, journeyOf, type News, startOfDoing } from './journey.ts'
import type { Place } from './place.ts'

const after = (start: Doing, ...news: News[]) => news.reduce(doingAfter, start)
const following: Doing = { is: 'following' }

describe('what she does', () => {
  it('begins with the consent, once', () => {
    expect(startOfDoing(false)).toEqual({ is: 'consent' })
    expect(startOfDoing(true)).toEqual(following)
    expect(after(startOfDoing(false), { is: 'agreed' })).toEqual(following)
  })

  it('takes no picture before the consent', () => {
    expect(after(startOfDoing(false), { is: 'picture' })).toEqual({ is: 'consent' })
  })

  it('goes from the picture to what is kept', () => {
    expect(after(following, { is: 'picture' })).toEqual({ is: 'preparing' })
    expect(after(following, { is: 'picture' }, { is: 'kept' })).toEqual(following)
  })

  it('asks before a selfie takes the place of one that waits', () => {
    const asked = after(following, { is: 'again' }, { is: 'picture' }, { is: 'other waits' })
    expect(asked).toEqual({ is: 'replacing' })
    expect(after(asked, { is: 'replaced' }, { is: 'kept' })).toEqual(following)
    expect(after(asked, { is: 'left as it was' })).toEqual(following)
  })

  it('sends at once what the device cannot keep', () => {
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

  it('lets her insist only where the device alone is against the picture', () => {
    const doubted: Doing = { is: 'refused', code: 'FaceNotFound', insist: true }
    const refused: Doing = { is: 'refused', code: 'FileTooBig' }
    expect(after(doubted, { is: 'insisted' })).toEqual({ is: 'preparing' })
    expect(after(refused, { is: 'insisted' })).toBe(refused)
  })

  it('ignores what comes after she went back to the camera', () => {
    const back = after(following, { is: 'picture' }, { is: 'again' })
    expect(after(back, { is: 'kept' })).toEqual({ is: 'aiming' })
  })
})

describe('the screen', () => {
  const table: [Place, Journey][] = [
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
    expect(journeyOf(following, place)).toEqual(journey)
  })

  it('is the camera for whoever wants another picture, wherever the first one is', () => {
    expect(journeyOf({ is: 'aiming' }, { at: 'sending', share: 0.5 })).toEqual({ step: 'aim' })
  })

  it('asks for the consent before anything else', () => {
    expect(journeyOf({ is: 'consent' }, { at: 'nowhere' })).toEqual({ step: 'consent' })
  })
})
