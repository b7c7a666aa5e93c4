import { describe, expect, it } from 'vitest'
import type { Camera } from './camera.ts'
import type { Sight } from './check/judge.ts'
import { chooseBezelState, chooseGuide, isHardlyUsable, type Live } from './guide.ts'
import type { Journey } from './journey.ts'
import messages from './messages.ru.json' with { type: 'json' }

const blind: Live = { rests: false, takesItself: true }
const seeing = (says: Sight, more: Partial<Live> = {}): Live => ({ ...blind, says, ...more })
const aim: Journey = { step: 'aim' }
const refused: Journey = { step: 'refused', code: 'SeveralFaces' }
const cameras: Camera[] = ['unasked', 'asking', 'open', 'interrupted', 'denied', 'missing', 'busy']
const sights: Sight[] = ['none', 'several', 'dark', 'bright', 'far', 'blurred', 'good']

describe('the text of the plate', () => {
  it('follows the camera before a picture is taken', () => {
    const say = (camera: Camera) => chooseGuide({ journey: aim, camera, live: blind })
    expect(say('open')).toMatchObject({ tone: 'plain', titleId: 'selfie.aim' })
    expect(say('denied')).toMatchObject({ tone: 'warn', titleId: 'selfie.denied' })
  })

  it('says nothing about faces where this device cannot detect them', () => {
    expect(chooseGuide({ journey: aim, camera: 'open', live: blind }).titleId).toBe('selfie.aim')
    expect(chooseBezelState({ journey: aim, camera: 'open', live: blind })).toBe('idle')
  })

  it('follows the state of the camera', () => {
    const say = (live: Live) => chooseGuide({ journey: aim, camera: 'open', live }).titleId
    expect(say(seeing('several'))).toBe('selfie.fault.several')
    expect(say(seeing('good'))).toBe('selfie.hold')
    expect(say(seeing('good', { takesItself: false }))).toBe('selfie.ready')
    expect(say(seeing('good', { rests: true }))).toBe('selfie.ready')
  })

  it('shows the verdict on a picture in the words of the contract', () => {
    const guide = chooseGuide({ journey: refused, camera: 'open', live: seeing('good', { rests: true }) })
    expect(guide).toMatchObject({ icon: 'people', tone: 'warn', sentence: { code: 'SeveralFaces' } })
  })

  it('shows the camera’s state again after its own picture was refused', () => {
    expect(chooseGuide({ journey: refused, camera: 'open', live: seeing('dark') }).titleId).toBe(
      'selfie.sight.dark',
    )
  })

  it('keeps the verdict on an uploaded file until a face is in front of the camera', () => {
    const say = (says: Sight) =>
      chooseGuide({ journey: refused, camera: 'open', live: seeing(says), chosen: true })
    expect(say('none')).toMatchObject({ sentence: { code: 'SeveralFaces' } })
    expect(say('good').titleId).toBe('selfie.hold')
  })

  it('has a general sentence for causes that a runner cannot act on', () => {
    const journey: Journey = { step: 'refused', code: 'Unexpected' }
    expect(chooseGuide({ journey, camera: 'open', live: blind }).sentence).toEqual({
      id: 'selfie.fault.general.text',
    })
  })

  it('has texts for all its states', () => {
    const codes = ['FaceNotFound', 'SeveralFaces', 'FaceUnclear', 'FileTooBig', 'NotAnImage'] as const
    const guides = [
      ...cameras.map((camera) => chooseGuide({ journey: aim, camera, live: blind })),
      ...sights.map((says) => chooseGuide({ journey: aim, camera: 'open', live: seeing(says) })),
      ...codes.map((code) =>
        chooseGuide({ journey: { step: 'refused', code }, camera: 'open', live: blind }),
      ),
      chooseGuide({ journey: { step: 'preparing' }, camera: 'open', live: blind, tookItself: true }),
    ]
    const ids = guides.flatMap(({ titleId, sentence }) =>
      'id' in sentence ? [titleId, sentence.id] : [titleId],
    )
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(ids))
  })
})

describe('the shutter', () => {
  it('is grey exactly while the camera’s picture would hardly be accepted', () => {
    const grey = (live: Live, camera: Camera = 'open') => isHardlyUsable({ journey: aim, camera, live })
    expect(sights.filter((says) => !grey(seeing(says)))).toEqual(['good'])
    expect(grey(blind)).toBe(false)
    expect(grey(seeing('none'), 'asking')).toBe(false)
  })
})

describe('the bezel', () => {
  it('fills its ticks only for an automatic picture', () => {
    const show = (live: Live) => chooseBezelState({ journey: aim, camera: 'open', live })
    expect(show(seeing('good'))).toBe('hold')
    expect(show(seeing('good', { takesItself: false }))).toBe('idle')
    expect(show(seeing('good', { rests: true }))).toBe('idle')
  })

  it('is green only for an automatic picture that was accepted', () => {
    const preparing: Journey = { step: 'preparing' }
    expect(chooseBezelState({ journey: preparing, camera: 'open', live: blind, tookItself: true })).toBe(
      'good',
    )
    expect(chooseBezelState({ journey: preparing, camera: 'open', live: blind })).toBe('hold')
  })
})
