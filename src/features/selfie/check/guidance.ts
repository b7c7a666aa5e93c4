import type { Box } from './boxes.ts'
import type { FrameVerdict } from './judge.ts'

/** Describes one analysed camera frame. */
export interface AnalysedFrame {
  /** Capture time in ms of any monotonic clock. */
  capturedAt: number
  verdict: FrameVerdict
  /** The largest face, in any consistent unit. */
  face?: Box
}

/** Describes the guidance for the runner, and the state of automatic shooting. */
export interface Guidance {
  /** The guidance to show; undefined until the first frames were analysed. */
  readonly shownVerdict?: FrameVerdict
  /** Time since which the face is good and does not move; the picture is taken a second later. */
  readonly steadySince?: number
  /** Whether the picture is taken now. At most once until a restart. */
  readonly shouldCapture: boolean
  /** After a refusal: no automatic picture before the runner has moved. */
  readonly pause?: { readonly until: number; readonly face?: Box; readonly hasMoved: boolean }
  /** Candidate guidance, shown once it has lasted. */
  readonly candidate?: { readonly verdict: FrameVerdict; readonly since: number }
  /** Position of the face when it began to be steady. */
  readonly anchor?: Box
}

/** Debounces the guidance, so that the text does not flicker. */
const debounceInMs = 400
/** Duration for which the face must not move; the ticks of the bezel fill in this time. */
const steadyInMs = 1_000
/** Time to read why a picture was refused. */
const pauseInMs = 2_500
/** Limits of the movement within which a face counts as still, as fractions of its side. */
const movementLimits = { centre: 0.15, size: 0.15 } as const
/** Larger limits of the movement: beyond these, a new picture may turn out better. */
const newPoseLimits = { centre: 0.35, size: 0.3 } as const

export const initialGuidance: Guidance = { shouldCapture: false }

/** Restarts after a refused picture and waits for the runner to move. */
export function pauseAfterRefusal(guidance: Guidance, capturedAt: number): Guidance {
  return {
    shownVerdict: guidance.shownVerdict,
    shouldCapture: false,
    pause: { until: capturedAt + pauseInMs, hasMoved: false },
  }
}

/** Returns the progress of "hold still", 0 to 1. */
export function computeProgress({ steadySince }: Guidance, now: number): number {
  return steadySince === undefined ? 0 : Math.min(1, Math.max(0, (now - steadySince) / steadyInMs))
}

/**
 * Returns the guidance after one more frame.
 *
 * @param takesItself whether automatic shooting is on
 */
export function updateGuidance(
  previousGuidance: Guidance,
  frame: AnalysedFrame,
  isAutoCapture: boolean,
): Guidance {
  // the picture was taken: unchanged until a restart
  if (previousGuidance.shouldCapture) return previousGuidance
  const debounced = debounceVerdict(previousGuidance, frame)
  const pause = updatePause(debounced, frame)
  if (!isAutoCapture || pause || debounced.shownVerdict !== 'good' || frame.verdict !== 'good' || !frame.face)
    return { ...debounced, pause, steadySince: undefined, anchor: undefined }
  if (
    !debounced.anchor ||
    debounced.steadySince === undefined ||
    hasMoved(debounced.anchor, frame.face, movementLimits)
  )
    return { ...debounced, pause, steadySince: frame.capturedAt, anchor: frame.face }
  return { ...debounced, pause, shouldCapture: frame.capturedAt - debounced.steadySince >= steadyInMs }
}

/** Debounces the guidance: a new sight replaces it once it has lasted. */
function debounceVerdict(before: Guidance, { verdict, capturedAt }: AnalysedFrame): Guidance {
  if (verdict === before.shownVerdict) return { ...before, candidate: undefined }
  const candidate = before.candidate?.verdict === verdict ? before.candidate : { verdict, since: capturedAt }
  return capturedAt - candidate.since >= debounceInMs
    ? { ...before, shownVerdict: verdict, candidate: undefined }
    : { ...before, candidate }
}

/**
 * Ends the rest once its time has passed and the runner has moved away from the pose of the refused picture, also temporarily.
 */
function updatePause(
  { pause, shownVerdict }: Guidance,
  { capturedAt, verdict, face }: AnalysedFrame,
): Guidance['pause'] {
  if (!pause) return undefined
  const hasLeft = shownVerdict !== undefined && shownVerdict !== 'good'
  const hasNewPose =
    pause.face !== undefined && face !== undefined && hasMoved(pause.face, face, newPoseLimits)
  const updatedPause = {
    until: pause.until,
    face: pause.face ?? (verdict === 'good' ? face : undefined),
    hasMoved: pause.hasMoved || hasLeft || hasNewPose,
  }
  return updatedPause.hasMoved && capturedAt >= updatedPause.until ? undefined : updatedPause
}

function hasMoved(from: Box, to: Box, limits: { centre: number; size: number }): boolean {
  const side = Math.max(from.width, from.height)
  const distance = Math.hypot(
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  )
  return distance > side * limits.centre || Math.abs(to.width / from.width - 1) > limits.size
}
