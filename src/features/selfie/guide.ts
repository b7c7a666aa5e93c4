import type { ErrorCode } from '../../../contract/errors.ts'
import type { OvalBezelProps } from '../../ui/camera/OvalBezel.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import type { Camera } from './camera.ts'
import type { Sight } from './check/judge.ts'
import type { Journey } from './journey.ts'

/** Describes the guidance below the camera: an icon, a verb, a sentence. */
export interface Guide {
  icon: IconName
  tone: 'plain' | 'warn' | 'ok'
  titleId: string
  /** A text of this feature, or the contract's message for a code. */
  sentence: { id: string } | { code: ErrorCode }
}

const guide = (tone: Guide['tone'], icon: IconName, titleId: string, sentenceId: string): Guide => ({
  icon,
  tone,
  titleId,
  sentence: { id: sentenceId },
})

const ofCamera: Record<Camera, Guide> = {
  unasked: guide('plain', 'camera', 'selfie.unasked', 'selfie.unasked.text'),
  asking: guide('plain', 'camera', 'selfie.asking', 'selfie.asking.text'),
  open: guide('plain', 'face', 'selfie.aim', 'selfie.aim.text'),
  interrupted: guide('warn', 'camera', 'selfie.interrupted', 'selfie.interrupted.text'),
  denied: guide('warn', 'lock', 'selfie.denied', 'selfie.denied.text'),
  missing: guide('warn', 'image', 'selfie.missing', 'selfie.missing.text'),
  busy: guide('warn', 'camera', 'selfie.busy', 'selfie.busy.text'),
}

const ofSight: Record<Exclude<Sight, 'good'>, Guide> = {
  none: guide('warn', 'oval', 'selfie.fault.noFace', 'selfie.sight.none.text'),
  several: guide('warn', 'people', 'selfie.fault.several', 'selfie.sight.several.text'),
  dark: guide('warn', 'sun', 'selfie.sight.dark', 'selfie.sight.dark.text'),
  bright: guide('warn', 'sun', 'selfie.sight.bright', 'selfie.sight.bright.text'),
  far: guide('warn', 'phone', 'selfie.sight.far', 'selfie.sight.far.text'),
  blurred: guide('warn', 'oval', 'selfie.fault.unclear', 'selfie.sight.blurred.text'),
}

const ofCode: Partial<Record<ErrorCode, { icon: IconName; titleId: string }>> = {
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
const nameless: ReadonlySet<ErrorCode> = new Set([
  'Unexpected',
  'ValidationFailed',
  'NotFound',
  'StorageFull',
])

/** Describes the live guidance of the camera, where this device can run the checks. */
export interface Live {
  says?: Sight
  /** Whether automatic capture waits for the runner to move, after a refusal. */
  rests: boolean
  takesItself: boolean
}

interface Shown {
  journey: Pick<Journey, 'step' | 'code'>
  camera: Camera
  live: Live
  /** Whether the picture was taken automatically; its last frame was good. */
  tookItself?: boolean
  /** Whether the refused picture is not from this camera: the live guidance does not apply to it. */
  chosen?: boolean
}

export function chooseGuide(shown: Shown): Guide {
  const { journey, camera, live, tookItself } = shown
  if (journey.step === 'preparing') {
    return tookItself
      ? guide('ok', 'check', 'selfie.good', 'selfie.preparing.text')
      : guide('plain', 'face', 'selfie.preparing', 'selfie.preparing.text')
  }
  if (journey.code !== undefined && saysRefusal(shown)) return guideOfCode(journey.code)
  if (camera !== 'open' || live.says === undefined) return ofCamera[camera]
  if (live.says !== 'good') return ofSight[live.says]
  return live.takesItself && !live.rests
    ? guide('plain', 'clock', 'selfie.hold', 'selfie.hold.text')
    : guide('plain', 'face', 'selfie.ready', 'selfie.ready.text')
}

/** Returns whether the refusal is shown: it stays until the camera has newer guidance. */
function saysRefusal({ camera, live, chosen }: Shown): boolean {
  if (camera !== 'open' || live.says === undefined || live.rests) return true
  return chosen === true && live.says !== 'good'
}

function guideOfCode(code: ErrorCode): Guide {
  const { icon, titleId } = ofCode[code] ?? { icon: 'warning' as const, titleId: 'selfie.fault.general' }
  return { icon, tone: 'warn', titleId, sentence: sentenceOfCode(code) }
}

/** Returns the contract's message for a code, or the general sentence where the message does not help the runner. */
export function sentenceOfCode(code: ErrorCode): Guide['sentence'] {
  return nameless.has(code) ? { id: 'selfie.fault.general.text' } : { code }
}

/** Returns whether a picture taken now would probably be refused; unknown counts as usable. */
export function isHardlyUsable({ camera, live }: Shown): boolean {
  return camera === 'open' && live.says !== undefined && live.says !== 'good'
}

const bezelOfSight: Record<Exclude<Sight, 'good'>, OvalBezelProps['state']> = {
  none: 'none',
  far: 'none',
  several: 'several',
  dark: 'dark',
  bright: 'dark',
  blurred: 'idle',
}

export function chooseBezelState(shown: Shown): OvalBezelProps['state'] {
  const { journey, camera, live, tookItself } = shown
  if (journey.step === 'preparing') return tookItself ? 'good' : 'hold'
  if (journey.code !== undefined && saysRefusal(shown)) {
    return journey.code === 'FaceNotFound' ? 'none' : 'idle'
  }
  if (camera !== 'open' || live.says === undefined) return 'idle'
  if (live.says !== 'good') return bezelOfSight[live.says]
  return live.takesItself && !live.rests ? 'hold' : 'idle'
}
