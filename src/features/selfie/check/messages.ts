import type { timeouts } from '../../../lib/timeouts.ts'
import type { DetectionResult } from './detect-faces.ts'

/** Messages to the worker. */
export type Question =
  | { type: 'open'; weightsUrl: string; timeouts: typeof timeouts }
  /** A camera frame, cropped to its visible part. */
  | { type: 'sight'; number: number; bitmap: ImageBitmap }
  | { type: 'picture'; number: number; picture: Blob }

/** Describes the reply of the worker; without `seen` the check could not run. */
export interface Answer {
  number: number
  detection?: DetectionResult
  /** Size of the checked image; boxes of faces are in its pixels. */
  width: number
  height: number
}

/** Describes the reply to `open`: whether the worker can run checks. */
export interface OpenedReply {
  opened: boolean
}
