import type { Box } from './boxes.ts'
import type { Sight } from './judge.ts'

/** One look of the camera. */
export interface Glance {
  /** When it was taken, in ms of any clock that only goes forward. */
  at: number
  sight: Sight
  /** The largest face, in any unit that stays the same. */
  face?: Box
}

/** What the runner is told, and when the picture takes itself. */
export interface Guidance {
  /** The one thing to be said; nothing before the camera was understood. */
  readonly says?: Sight
  /** Since when the face is good and does not move; the picture is taken a second later. */
  readonly steadySince?: number
  /** The picture takes itself now; never twice without a new beginning. */
  readonly shoots: boolean
  /** After a refusal: no picture takes itself before the runner has moved. */
  readonly rest?: { readonly until: number; readonly face?: Box; readonly hasMoved: boolean }
  /** What will be said when it lasts. */
  readonly coming?: { readonly sight: Sight; readonly since: number }
  /** Where the face was when it began to be steady. */
  readonly anchor?: Box
}

/** What lasts shorter is not said: the words would flicker. */
const debounceInMs = 400
/** Ticks of the bezel fill for so long. */
const steadyInMs = 1_000
/** Time to read why a picture was refused. */
const restInMs = 2_500
/** A face that goes farther than this has moved, in shares of its side … */
const moved = { centre: 0.15, size: 0.15 } as const
/** … and so far that a new picture may turn out better. */
const posedAnew = { centre: 0.35, size: 0.3 } as const

export const firstGuidance: Guidance = { shoots: false }

/** After a refused picture: begins anew, and waits for the runner to move. */
export function restAfter(guidance: Guidance, at: number): Guidance {
  return { says: guidance.says, shoots: false, rest: { until: at + restInMs, hasMoved: false } }
}

/** How far "hold still" has come, 0 to 1. */
export function progressOf({ steadySince }: Guidance, now: number): number {
  return steadySince === undefined ? 0 : Math.min(1, Math.max(0, (now - steadySince) / steadyInMs))
}

/**
 * What to tell after one more look.
 *
 * @param takesItself whether pictures take themselves at all
 */
export function guidanceAfter(before: Guidance, glance: Glance, takesItself: boolean): Guidance {
  // taken: nothing more until somebody begins anew
  if (before.shoots) return before
  const heard = hear(before, glance)
  const rest = restAfterGlance(heard, glance)
  if (!takesItself || rest || heard.says !== 'good' || glance.sight !== 'good' || !glance.face)
    return { ...heard, rest, steadySince: undefined, anchor: undefined }
  if (!heard.anchor || heard.steadySince === undefined || hasMoved(heard.anchor, glance.face, moved))
    return { ...heard, rest, steadySince: glance.at, anchor: glance.face }
  return { ...heard, rest, shoots: glance.at - heard.steadySince >= steadyInMs }
}

/** Says the newest thing as soon as it has lasted. */
function hear(before: Guidance, { sight, at }: Glance): Guidance {
  if (sight === before.says) return { ...before, coming: undefined }
  const coming = before.coming?.sight === sight ? before.coming : { sight, since: at }
  return at - coming.since >= debounceInMs
    ? { ...before, says: sight, coming: undefined }
    : { ...before, coming }
}

/** Over when its time has passed and the runner is, or was meanwhile, elsewhere than in the refused picture. */
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
