import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Box } from './boxes.ts'
import type { Seen } from './look.ts'
import type { Light } from './measure.ts'

/** What the service would say against a picture. */
export type FaceFault = Extract<ErrorCode, 'FaceNotFound' | 'SeveralFaces' | 'FaceUnclear'>

/**
 * What this device makes of a picture; the service remains the judge. `unknown`: it looked and cannot tell.
 * `unchecked`: it could not look.
 */
export type Verdict =
  | { is: 'fine' }
  | { is: 'fault'; code: FaceFault }
  | { is: 'unknown' }
  | { is: 'unchecked' }

/** The one thing to be said of what the camera shows. */
export type Sight = 'none' | 'several' | 'dark' | 'bright' | 'far' | 'blurred' | 'good'

/** What the service wants of a face. The two measure a little differently; `npm run eval:selfie-check` compares them. */
const wanted = { sharpness: 40, brightness: [40, 225], sideInPixels: 80 } as const
/** Where this device is sure that the service would refuse; between the two it leaves the word to the service. */
const hopeless = { sharpness: 32, brightness: [32, 235], sideInPixels: 60 } as const
/** A face to be sure of: the camera can always try once more. */
const goodSharpness = 100
/** Of the short side of what the camera shows. */
const goodShare = 0.2
/** In so much light faces are overlooked here that the service still finds. */
const glaring = 180

const sideOf = ({ width, height }: Box) => Math.max(width, height)

/** Judges what the camera shows, more strictly than a picture: a runner who is told can still do better. */
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
  if (sideOf(face) < Math.min(size.width, size.height) * goodShare) return 'far'
  return light.sharpness < goodSharpness ? 'blurred' : 'good'
}

/** Judges a picture as the service would; what it is not sure of it leaves to the service. */
export function judgePicture({ faces, light, doubtful, brightness }: Seen): Verdict {
  const [face] = faces
  if (!face || !light) {
    return doubtful || brightness > glaring ? { is: 'unknown' } : fault('FaceNotFound')
  }
  if (faces.length > 1) return fault('SeveralFaces')
  if (!isClear(face, light, hopeless)) return fault('FaceUnclear')
  return { is: isClear(face, light, wanted) ? 'fine' : 'unknown' }
}

function isClear(face: Box, light: Light, limits: typeof wanted | typeof hopeless): boolean {
  const [darkest, brightest] = limits.brightness
  return (
    light.sharpness >= limits.sharpness &&
    light.brightness >= darkest &&
    light.brightness <= brightest &&
    sideOf(face) >= limits.sideInPixels
  )
}

const fault = (code: FaceFault): Verdict => ({ is: 'fault', code })
