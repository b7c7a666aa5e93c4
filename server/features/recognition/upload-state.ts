/**
 * Lists the states of an upload. `Open`: incomplete, or complete and not recognised yet. `Reading`: the embedding is being
 * computed. `Answered`: recognised or rejected, the bytes are deleted. `Expired`: the key may be used again. `Forgotten`:
 * deleted by its owner; a tombstone blocks the key.
 */
export const uploadStates = ['Open', 'Reading', 'Answered', 'Expired', 'Forgotten'] as const
export type UploadState = (typeof uploadStates)[number]

/**
 * Lists the state transitions. `Reading` returns to `Open` after an internal failure, and to itself when the reading process
 * has died.
 */
const transitions: Readonly<Record<UploadState, readonly UploadState[]>> = {
  Open: ['Reading', 'Expired', 'Forgotten'],
  Reading: ['Reading', 'Open', 'Answered', 'Expired', 'Forgotten'],
  Answered: ['Expired', 'Forgotten'],
  Expired: ['Open', 'Forgotten'],
  Forgotten: [],
}

/** Returns the states from which an upload may change to `to`. */
export function getStatesBefore(to: UploadState): UploadState[] {
  return uploadStates.filter((from) => transitions[from].includes(to))
}

/** Returns whether bytes of the picture may exist in this state. */
export function mayHoldBytes(state: UploadState): boolean {
  return state === 'Open' || state === 'Reading'
}
