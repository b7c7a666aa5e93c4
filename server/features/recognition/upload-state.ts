/**
 * `Open`: bytes come, or all are there. `Reading`: its face is being measured. `Answered`: recognised or refused,
 * the bytes are gone. `Expired`: its time is over, the key may be used anew. `Forgotten`: its owner had it deleted, and
 * nothing may come under its key.
 */
export const uploadStates = ['Open', 'Reading', 'Answered', 'Expired', 'Forgotten'] as const
export type UploadState = (typeof uploadStates)[number]

/** From `Reading` back to `Open` when the machinery failed; to itself when whoever was reading has died. */
const moves: Readonly<Record<UploadState, readonly UploadState[]>> = {
  Open: ['Reading', 'Expired', 'Forgotten'],
  Reading: ['Reading', 'Open', 'Answered', 'Expired', 'Forgotten'],
  Answered: ['Expired', 'Forgotten'],
  Expired: ['Open', 'Forgotten'],
  Forgotten: [],
}

/** The states from which an upload may come into `to`. */
export function statesBefore(to: UploadState): UploadState[] {
  return uploadStates.filter((from) => moves[from].includes(to))
}

/** Whether bytes of the picture may exist in this state. */
export function holdsBytes(state: UploadState): boolean {
  return state === 'Open' || state === 'Reading'
}
