export const faceRejectedCodes = [
  'FaceNotFound',
  'SeveralFaces',
  'FaceUnclear',
  'NotAnImage',
  'ImageDamaged',
  'TooManyPixels',
] as const

/**
 * Why a selfie cannot be searched with. `FaceNotFound`: no face in it; `SeveralFaces`: a second face at least a
 * quarter as large as the first; `FaceUnclear`: one face, but too small, blurred, too dark or too bright;
 * `NotAnImage`, `ImageDamaged`, `TooManyPixels`: not a picture that we take.
 */
export type FaceRejectedCode = (typeof faceRejectedCodes)[number]

/** The selfie does not show exactly one clear face. */
export class FaceRejected extends Error {
  override readonly name = 'FaceRejected'
  readonly code: FaceRejectedCode

  constructor(code: FaceRejectedCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Turns a runner's selfie into numbers. Nothing of the picture is kept. */
export interface FacesPort {
  /**
   * @param bytes JPEG, PNG, WebP or HEIC, in any orientation that its metadata tells
   * @returns `embedding`: 128 numbers, to be compared with `AnalysedFace.embedding` by Euclidean distance
   * @throws {FaceRejected}
   */
  readSelfie(bytes: Uint8Array): Promise<{ embedding: Float32Array }>
  close(): Promise<void>
}

/** A face as the index keeps it. */
export interface IndexedFace {
  faceId: string
  photoId: string
  /** 128 numbers. */
  embedding: Float32Array
}

export interface Neighbour {
  faceId: string
  photoId: string
  /** Euclidean distance, 0 for the same numbers; different people are usually above 0.6. */
  distance: number
}

export interface SearchOptions {
  /** Faces farther than this are left out. */
  maxDistance: number
  /** At most this many neighbours. */
  limit: number
}

/**
 * The faces of events, in memory. The database stays the truth: an event is loaded from it with `replaceEvent`
 * and kept in step with `add` and `remove`, which do nothing for an event that is not loaded.
 */
export interface FaceIndex {
  /** Whether the event's faces are loaded, so that `search` can answer. */
  has(eventId: string): boolean
  /**
   * Loads all faces of an event in place of what was there. Give an async iterable of batches to read the
   * database while loading: what is added or removed meanwhile is not lost.
   */
  replaceEvent(
    eventId: string,
    faces: readonly IndexedFace[] | AsyncIterable<readonly IndexedFace[]>,
  ): Promise<void>
  /** Adds faces; one whose `faceId` is already there replaces it. */
  add(eventId: string, faces: readonly IndexedFace[]): Promise<void>
  /** Forgets all faces of the given photos. */
  remove(eventId: string, photoIds: readonly string[]): Promise<void>
  /** Forgets the event, e.g. to free memory. */
  drop(eventId: string): void
  /**
   * The nearest faces of one event, nearest first.
   *
   * @throws {EventNotLoaded} so that an empty answer always means that nobody is near
   */
  search(eventId: string, embedding: Float32Array, options: SearchOptions): Promise<Neighbour[]>
  close(): Promise<void>
}

/** A search in an event whose faces were not loaded with `replaceEvent`. */
export class EventNotLoaded extends Error {
  override readonly name = 'EventNotLoaded'

  constructor(eventId: string) {
    super(`The faces of event ${eventId} are not loaded`)
  }
}
