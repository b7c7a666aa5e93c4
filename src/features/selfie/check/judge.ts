import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Box } from './boxes.ts'
import type { DetectionResult } from './detect-faces.ts'
import type { Light } from './measure.ts'

/** Codes with which the service refuses a picture. */
export type FaceFault = Extract<ErrorCode, 'FaceNotFound' | 'SeveralFaces' | 'FaceUnclear'>

/**
 * Describes the verdict of this device on a picture; the service decides. `unknown`: checked, but not certain.
 * `unchecked`: the check could not run.
 */
export type Verdict =
  | { type: 'fine' }
  | { type: 'fault'; code: FaceFault }
  | { type: 'unknown' }
  | { type: 'unchecked' }

/** Describes the most important fact about the current camera frame. */
export type FrameVerdict = 'none' | 'several' | 'dark' | 'bright' | 'far' | 'blurred' | 'good'

/** Thresholds of the service. Client and service measure slightly differently; `npm run eval:selfie-check` compares them. */
const serviceThresholds = { sharpness: 40, brightness: [40, 225], sideInPixels: 80 } as const
/** Thresholds below which the service certainly refuses. Between the two sets, the decision is left to the service. */
const refusalThresholds = { sharpness: 32, brightness: [32, 235], sideInPixels: 60 } as const
/** Sharpness required of a camera frame: stricter, because the camera can always try again. */
const minFrameSharpness = 100
/** Required face size as a share of the frame's short side. */
const minFaceShare = 0.2
/** At this brightness the local detector misses faces that the service still finds. */
const glareBrightness = 180

const getLongerSide = ({ width, height }: Box) => Math.max(width, height)

/** Judges a camera frame, more strictly than a picture: the runner can still correct what the guidance says. */
export function judgeFrame(
  { faces, light, brightness }: DetectionResult,
  size: { width: number; height: number },
): FrameVerdict {
  const [face] = faces
  const [darkest, brightest] = serviceThresholds.brightness
  if (!face || !light) return brightness < darkest ? 'dark' : 'none'
  if (faces.length > 1) return 'several'
  if (light.brightness < darkest) return 'dark'
  if (light.brightness > brightest) return 'bright'
  if (getLongerSide(face) < Math.min(size.width, size.height) * minFaceShare) return 'far'
  return light.sharpness < minFrameSharpness ? 'blurred' : 'good'
}

/** Judges a picture as the service would; returns `unknown` when not certain. */
export function judgePicture({ faces, light, doubtful, brightness }: DetectionResult): Verdict {
  const [face] = faces
  if (!face || !light) {
    return doubtful || brightness > glareBrightness ? { type: 'unknown' } : createFault('FaceNotFound')
  }
  if (faces.length > 1) return createFault('SeveralFaces')
  if (!isWithinLimits(face, light, refusalThresholds)) return createFault('FaceUnclear')
  return { type: isWithinLimits(face, light, serviceThresholds) ? 'fine' : 'unknown' }
}

function isWithinLimits(
  face: Box,
  light: Light,
  limits: typeof serviceThresholds | typeof refusalThresholds,
): boolean {
  const [darkest, brightest] = limits.brightness
  return (
    light.sharpness >= limits.sharpness &&
    light.brightness >= darkest &&
    light.brightness <= brightest &&
    getLongerSide(face) >= limits.sideInPixels
  )
}

const createFault = (code: FaceFault): Verdict => ({ type: 'fault', code })
