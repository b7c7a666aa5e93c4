import type { Box } from './boxes.ts'
import type { Sight } from './judge.ts'

/** Describes one analysed camera frame. */
export interface Glance {
  /** Capture time in ms of any monotonic clock. */
  at: number
  sight: Sight
  /** The largest face, in any consistent unit. */
  face?: Box
}

/** Describes the guidance for the runner, and the state of automatic shooting. */
export interface Guidance {
  /** The guidance to show; undefined until the first frames were analysed. */
  readonly says?: Sight
  /** Time since which the face is good and does not move; the picture is taken a second later. */
  readonly steadySince?: number
  /** Whether the picture is taken now. At most once until a restart. */
  readonly shoots: boolean
  /** After a refusal: no automatic picture before the runner has moved. */
  readonly rest?: { readonly until: number; readonly face?: Box; readonly hasMoved: boolean }
  /** Candidate guidance, shown once it has lasted. */
  readonly coming?: { readonly sight: Sight; readonly since: number }
  /** Position of the face when it began to be steady. */
  readonly anchor?: Box
}

/** Debounces the guidance, so that the text does not flicker. */
const debounceInMs = 400
/** Duration for which the face must not move; the ticks of the bezel fill in this time. */
const steadyInMs = 1_000
/** Time to read why a picture was refused. */
const restInMs = 2_500
/** Limits of the movement within which a face counts as still, as fractions of its side. */
const moved = { centre: 0.15, size: 0.15 } as const
/** Larger limits of the movement: beyond these, a new picture may turn out better. */
const posedAnew = { centre: 0.35, size: 0.3 } as const

export const firstGuidance: Guidance = { shoots: false }

/** Restarts after a refused picture and waits for the runner to move. */
export function restAfter(guidance: Guidance, at: number): Guidance {
  return { says: guidance.says, shoots: false, rest: { until: at + restInMs, hasMoved: false } }
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
export function guidanceAfter(before: Guidance, glance: Glance, takesItself: boolean): Guidance {
  // the picture was taken: unchanged until a restart
  if (before.shoots) return before
  const heard = hear(before, glance)
  const rest = restAfterGlance(heard, glance)
  if (!takesItself || rest || heard.says !== 'good' || glance.sight !== 'good' || !glance.face)
    return { ...heard, rest, steadySince: undefined, anchor: undefined }
  if (!heard.anchor || heard.steadySince === undefined || hasMoved(heard.anchor, glance.face, moved))
    return { ...heard, rest, steadySince: glance.at, anchor: glance.face }
  return { ...heard, rest, shoots: glance.at - heard.steadySince >= steadyInMs }
}

/** Debounces the guidance: a new sight replaces it once it has lasted. */
function hear(before: Guidance, { sight, at }: Glance): Guidance {
  if (sight === before.says) return { ...before, coming: undefined }
  const coming = before.coming?.sight === sight ? before.coming : { sight, since: at }
  return at - coming.since >= debounceInMs
    ? { ...before, says: sight, coming: undefined }
    : { ...before, coming }
}

/**
 * Ends the rest once its time has passed and the runner has moved away from the pose of the refused picture, also temporarily.
 */
function restAfterGlance({ rest, says }: Guidance, { at, sight, face }: Glance): Guidance['rest'] {
  if (!rest) return undefined
  const goneAway = says !== undefined && says !== 'good'
  const elsewhere = rest.face !== undefined && face !== undefined && hasMoved(rest.face, face, posedAnew)
  const now = {
    until: rest.until,
    face: rest.face ?? (sight === 'good' ? face : undefined),
    hasMoved: rest.hasMoved || goneAway || elsewhere,
  }
  return now.hasMoved && at >= now.until ? undefined : now
}

function hasMoved(from: Box, to: Box, limits: { centre: number; size: number }): boolean {
  const side = Math.max(from.width, from.height)
  const across = Math.hypot(
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  )
  return across > side * limits.centre || Math.abs(to.width / from.width - 1) > limits.size
}
