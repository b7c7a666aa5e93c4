import type { ErrorCode } from '../../../../contract/errors.ts'
import type { OvalBezelProps } from '../../../ui/camera/OvalBezel.tsx'
import type { IconName } from '../../../ui/Icon.tsx'
import type { FrameVerdict } from '../check/judge.ts'
import type { CameraState } from './camera.ts'
import type { SelfieScreen } from './capture-state.ts'

/** Describes the guidance below the camera: an icon, a verb, a sentence. */
export interface Guide {
  icon: IconName
  tone: 'plain' | 'warn' | 'ok'
  titleId: string
  /** A text of this feature, or the contract's message for a code. */
  sentence: { id: string } | { code: ErrorCode }
}

const createGuide = (tone: Guide['tone'], icon: IconName, titleId: string, sentenceId: string): Guide => ({
  icon,
  tone,
  titleId,
  sentence: { id: sentenceId },
})

const guidesByCameraState: Record<CameraState, Guide> = {
  unasked: createGuide('plain', 'camera', 'selfie.unasked', 'selfie.unasked.text'),
  asking: createGuide('plain', 'camera', 'selfie.asking', 'selfie.asking.text'),
  open: createGuide('plain', 'face', 'selfie.aim', 'selfie.aim.text'),
  interrupted: createGuide('warn', 'camera', 'selfie.interrupted', 'selfie.interrupted.text'),
  denied: createGuide('warn', 'lock', 'selfie.denied', 'selfie.denied.text'),
  missing: createGuide('warn', 'image', 'selfie.missing', 'selfie.missing.text'),
  busy: createGuide('warn', 'camera', 'selfie.busy', 'selfie.busy.text'),
}

const guidesByVerdict: Record<Exclude<FrameVerdict, 'good'>, Guide> = {
  none: createGuide('warn', 'oval', 'selfie.fault.noFace', 'selfie.sight.none.text'),
  several: createGuide('warn', 'people', 'selfie.fault.several', 'selfie.sight.several.text'),
  dark: createGuide('warn', 'sun', 'selfie.sight.dark', 'selfie.sight.dark.text'),
  bright: createGuide('warn', 'sun', 'selfie.sight.bright', 'selfie.sight.bright.text'),
  far: createGuide('warn', 'phone', 'selfie.sight.far', 'selfie.sight.far.text'),
  blurred: createGuide('warn', 'oval', 'selfie.fault.unclear', 'selfie.sight.blurred.text'),
}

const textsByCode: Partial<Record<ErrorCode, { icon: IconName; titleId: string }>> = {
  FaceNotFound: { icon: 'oval', titleId: 'selfie.fault.noFace' },
  SeveralFaces: { icon: 'people', titleId: 'selfie.fault.several' },
  FaceUnclear: { icon: 'sun', titleId: 'selfie.fault.unclear' },
  FileTooBig: { icon: 'warning', titleId: 'selfie.fault.tooBig' },
  BodyTooLarge: { icon: 'warning', titleId: 'selfie.fault.tooBig' },
  TooManyPixels: { icon: 'warning', titleId: 'selfie.fault.tooBig' },
  NotAnImage: { icon: 'image', titleId: 'selfie.fault.notImage' },
  UnsupportedMediaType: { icon: 'image', titleId: 'selfie.fault.notImage' },
  ImageDamaged: { icon: 'image', titleId: 'selfie.fault.damaged' },
  FileEmpty: { icon: 'image', titleId: 'selfie.fault.damaged' },
  NoResponse: { icon: 'no-network', titleId: 'selfie.fault.noNetwork' },
  TooManyRequests: { icon: 'clock', titleId: 'selfie.fault.wait' },
  Overloaded: { icon: 'clock', titleId: 'selfie.fault.wait' },
  ServiceUnavailable: { icon: 'clock', titleId: 'selfie.fault.wait' },
}

/** Codes whose message does not help the runner; they get the general sentence. */
const codesWithoutMessage: ReadonlySet<ErrorCode> = new Set([
  'Unexpected',
  'ValidationFailed',
  'NotFound',
  'StorageFull',
])

/** Describes the live guidance of the camera, where this device can run the checks. */
export interface LiveGuidance {
  verdict?: FrameVerdict
  /** Whether automatic capture waits for the runner to move, after a refusal. */
  isPaused: boolean
  isAutoCapture: boolean
}

interface GuideInput {
  screen: Pick<SelfieScreen, 'step' | 'code'>
  camera: CameraState
  live: LiveGuidance
  /** Whether the picture was taken automatically; its last frame was good. */
  wasAutoCaptured?: boolean
  /** Whether the refused picture is not from this camera: the live guidance does not apply to it. */
  isFromFile?: boolean
}

export function chooseGuide(guideInput: GuideInput): Guide {
  const { screen, camera, live, wasAutoCaptured } = guideInput
  if (screen.step === 'preparing') {
    return wasAutoCaptured
      ? createGuide('ok', 'check', 'selfie.good', 'selfie.preparing.text')
      : createGuide('plain', 'face', 'selfie.preparing', 'selfie.preparing.text')
  }
  if (screen.code !== undefined && showsRefusal(guideInput)) return toGuide(screen.code)
  if (camera !== 'open' || live.verdict === undefined) return guidesByCameraState[camera]
  if (live.verdict !== 'good') return guidesByVerdict[live.verdict]
  return live.isAutoCapture && !live.isPaused
    ? createGuide('plain', 'clock', 'selfie.hold', 'selfie.hold.text')
    : createGuide('plain', 'face', 'selfie.ready', 'selfie.ready.text')
}

/** Returns whether the refusal is shown: it stays until the camera has newer guidance. */
function showsRefusal({ camera, live, isFromFile }: GuideInput): boolean {
  if (camera !== 'open' || live.verdict === undefined || live.isPaused) return true
  return isFromFile === true && live.verdict !== 'good'
}

function toGuide(code: ErrorCode): Guide {
  const { icon, titleId } = textsByCode[code] ?? { icon: 'warning' as const, titleId: 'selfie.fault.general' }
  return { icon, tone: 'warn', titleId, sentence: toSentence(code) }
}

/** Returns the contract's message for a code, or the general sentence where the message does not help the runner. */
export function toSentence(code: ErrorCode): Guide['sentence'] {
  return codesWithoutMessage.has(code) ? { id: 'selfie.fault.general.text' } : { code }
}

/** Returns whether a picture taken now would probably be refused; unknown counts as usable. */
export function isFramePoor({ camera, live }: GuideInput): boolean {
  return camera === 'open' && live.verdict !== undefined && live.verdict !== 'good'
}

const bezelStatesByVerdict: Record<Exclude<FrameVerdict, 'good'>, OvalBezelProps['state']> = {
  none: 'none',
  far: 'none',
  several: 'several',
  dark: 'dark',
  bright: 'dark',
  blurred: 'idle',
}

export function chooseBezelState(guideInput: GuideInput): OvalBezelProps['state'] {
  const { screen, camera, live, wasAutoCaptured } = guideInput
  if (screen.step === 'preparing') return wasAutoCaptured ? 'good' : 'hold'
  if (screen.code !== undefined && showsRefusal(guideInput)) {
    return screen.code === 'FaceNotFound' ? 'none' : 'idle'
  }
  if (camera !== 'open' || live.verdict === undefined) return 'idle'
  if (live.verdict !== 'good') return bezelStatesByVerdict[live.verdict]
  return live.isAutoCapture && !live.isPaused ? 'hold' : 'idle'
}
