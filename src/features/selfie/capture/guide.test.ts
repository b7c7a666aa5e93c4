import { describe, expect, it } from 'vitest'
import type { FrameVerdict } from '../check/judge.ts'
import messages from '../messages.ru.json' with { type: 'json' }
import type { CameraState } from './camera.ts'
import type { SelfieScreen } from './capture-state.ts'
import { chooseBezelState, chooseGuide, isFramePoor, type LiveGuidance } from './guide.ts'

const noGuidance: LiveGuidance = { isPaused: false, isAutoCapture: true }
const createLiveGuidance = (verdict: FrameVerdict, overrides: Partial<LiveGuidance> = {}): LiveGuidance => ({
  ...noGuidance,
  verdict,
  ...overrides,
})
const aim: SelfieScreen = { step: 'aim' }
const refused: SelfieScreen = { step: 'refused', code: 'SeveralFaces' }
const cameras: CameraState[] = ['unasked', 'asking', 'open', 'interrupted', 'denied', 'missing', 'busy']
const sights: FrameVerdict[] = ['none', 'several', 'dark', 'bright', 'far', 'blurred', 'good']

describe('the text of the plate', () => {
  it('follows the camera before a picture is taken', () => {
    const getGuide = (camera: CameraState) => chooseGuide({ screen: aim, camera, live: noGuidance })
    expect(getGuide('open')).toMatchObject({ tone: 'plain', titleId: 'selfie.aim' })
    expect(getGuide('denied')).toMatchObject({ tone: 'warn', titleId: 'selfie.denied' })
  })

  it('says nothing about faces where this device cannot detect them', () => {
    expect(chooseGuide({ screen: aim, camera: 'open', live: noGuidance }).titleId).toBe('selfie.aim')
    expect(chooseBezelState({ screen: aim, camera: 'open', live: noGuidance })).toBe('idle')
  })

  it('follows the state of the camera', () => {
    const getGuide = (live: LiveGuidance) => chooseGuide({ screen: aim, camera: 'open', live }).titleId
    expect(getGuide(createLiveGuidance('several'))).toBe('selfie.fault.several')
    expect(getGuide(createLiveGuidance('good'))).toBe('selfie.hold')
    expect(getGuide(createLiveGuidance('good', { isAutoCapture: false }))).toBe('selfie.ready')
    expect(getGuide(createLiveGuidance('good', { isPaused: true }))).toBe('selfie.ready')
  })

  it('shows the verdict on a picture in the words of the contract', () => {
    const guide = chooseGuide({
      screen: refused,
      camera: 'open',
      live: createLiveGuidance('good', { isPaused: true }),
    })
    expect(guide).toMatchObject({ icon: 'people', tone: 'warn', sentence: { code: 'SeveralFaces' } })
  })

  it('shows the camera’s state again after its own picture was refused', () => {
    expect(chooseGuide({ screen: refused, camera: 'open', live: createLiveGuidance('dark') }).titleId).toBe(
      'selfie.sight.dark',
    )
  })

  it('keeps the verdict on an uploaded file until a face is in front of the camera', () => {
    const getGuide = (verdict: FrameVerdict) =>
      chooseGuide({ screen: refused, camera: 'open', live: createLiveGuidance(verdict), isFromFile: true })
    expect(getGuide('none')).toMatchObject({ sentence: { code: 'SeveralFaces' } })
    expect(getGuide('good').titleId).toBe('selfie.hold')
  })

  it('has a general sentence for causes that a runner cannot act on', () => {
    const screen: SelfieScreen = { step: 'refused', code: 'Unexpected' }
    expect(chooseGuide({ screen, camera: 'open', live: noGuidance }).sentence).toEqual({
      id: 'selfie.fault.general.text',
    })
  })

  it('has texts for all its states', () => {
    const codes = ['FaceNotFound', 'SeveralFaces', 'FaceUnclear', 'FileTooBig', 'NotAnImage'] as const
    const guides = [
      ...cameras.map((camera) => chooseGuide({ screen: aim, camera, live: noGuidance })),
      ...sights.map((verdict) =>
        chooseGuide({ screen: aim, camera: 'open', live: createLiveGuidance(verdict) }),
      ),
      ...codes.map((code) =>
        chooseGuide({ screen: { step: 'refused', code }, camera: 'open', live: noGuidance }),
      ),
      chooseGuide({ screen: { step: 'preparing' }, camera: 'open', live: noGuidance, wasAutoCaptured: true }),
    ]
    const ids = guides.flatMap(({ titleId, sentence }) =>
      'id' in sentence ? [titleId, sentence.id] : [titleId],
    )
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(ids))
  })
})

describe('the shutter', () => {
  it('is grey exactly while the camera’s picture would hardly be accepted', () => {
    const isPoor = (live: LiveGuidance, camera: CameraState = 'open') =>
      isFramePoor({ screen: aim, camera, live })
    expect(sights.filter((verdict) => !isPoor(createLiveGuidance(verdict)))).toEqual(['good'])
    expect(isPoor(noGuidance)).toBe(false)
    expect(isPoor(createLiveGuidance('none'), 'asking')).toBe(false)
  })
})

describe('the bezel', () => {
  it('fills its ticks only for an automatic picture', () => {
    const getBezelState = (live: LiveGuidance) => chooseBezelState({ screen: aim, camera: 'open', live })
    expect(getBezelState(createLiveGuidance('good'))).toBe('hold')
    expect(getBezelState(createLiveGuidance('good', { isAutoCapture: false }))).toBe('idle')
    expect(getBezelState(createLiveGuidance('good', { isPaused: true }))).toBe('idle')
  })

  it('is green only for an automatic picture that was accepted', () => {
    const preparing: SelfieScreen = { step: 'preparing' }
    expect(
      chooseBezelState({ screen: preparing, camera: 'open', live: noGuidance, wasAutoCaptured: true }),
    ).toBe('good')
    expect(chooseBezelState({ screen: preparing, camera: 'open', live: noGuidance })).toBe('hold')
  })
})
