import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Box } from './boxes.ts'
import type { Seen } from './look.ts'
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
export type Sight = 'none' | 'several' | 'dark' | 'bright' | 'far' | 'blurred' | 'good'

/** Thresholds of the service. Client and service measure slightly differently; `npm run eval:selfie-check` compares them. */
const wanted = { sharpness: 40, brightness: [40, 225], sideInPixels: 80 } as const
/** Thresholds below which the service certainly refuses. Between the two sets, the decision is left to the service. */
const hopeless = { sharpness: 32, brightness: [32, 235], sideInPixels: 60 } as const
/** Sharpness required of a camera frame: stricter, because the camera can always try again. */
const goodSharpness = 100
/** Required face size as a share of the frame's short side. */
const goodShare = 0.2
/** At this brightness the local detector misses faces that the service still finds. */
const glaring = 180

const longerSide = ({ width, height }: Box) => Math.max(width, height)

/** Judges a camera frame, more strictly than a picture: the runner can still correct what the guidance says. */
export function judgeSight(
  { faces, light, brightness }: Seen,
  size: { width: number; height: number },
): Sight {
  const [face] = faces
  const [darkest, brightest] = wanted.brightness
  if (!face || !light) return brightness < darkest ? 'dark' : 'none'
  if (faces.length > 1) return 'several'
  if (light.brightness < darkest) return 'dark'
  if (light.brightness > brightest) return 'bright'
  if (longerSide(face) < Math.min(size.width, size.height) * goodShare) return 'far'
  return light.sharpness < goodSharpness ? 'blurred' : 'good'
}

/** Judges a picture as the service would; returns `unknown` when not certain. */
export function judgePicture({ faces, light, doubtful, brightness }: Seen): Verdict {
  const [face] = faces
  if (!face || !light) {
    return doubtful || brightness > glaring ? { type: 'unknown' } : fault('FaceNotFound')
  }
  if (faces.length > 1) return fault('SeveralFaces')
  if (!isClear(face, light, hopeless)) return fault('FaceUnclear')
  return { type: isClear(face, light, wanted) ? 'fine' : 'unknown' }
}

function isClear(face: Box, light: Light, limits: typeof wanted | typeof hopeless): boolean {
  const [darkest, brightest] = limits.brightness
  return (
    light.sharpness >= limits.sharpness &&
    light.brightness >= darkest &&
    light.brightness <= brightest &&
    longerSide(face) >= limits.sideInPixels
  )
}

const fault = (code: FaceFault): Verdict => ({ type: 'fault', code })
