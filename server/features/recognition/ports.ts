import type { Context } from '../../platform/context.ts'

export const faceRejectedCodes = [
  'FaceNotFound',
  'SeveralFaces',
  'FaceUnclear',
  'NotAnImage',
  'ImageDamaged',
  'TooManyPixels',
] as const

/**
 * Why a selfie cannot be used for a search:
 * - `FaceNotFound`: no face in it
 * - `SeveralFaces`: a second face at least a quarter as large as the first
 * - `FaceUnclear`: one face, but too small, blurred, too dark or too bright
 * - `NotAnImage`, `ImageDamaged`, `TooManyPixels`: not an accepted picture
 */
export type FaceRejectedCode = (typeof faceRejectedCodes)[number]

/** Thrown when the selfie does not show exactly one clear face. */
export class FaceRejected extends Error {
  override readonly name = 'FaceRejected'
  readonly code: FaceRejectedCode

  constructor(code: FaceRejectedCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Finds the photos that show the face of a selfie. Must not be called inside a transaction: it may wait for the face index. */
export interface FacePhotoFinder {
  find(
    context: Context,
    search: {
      readonly eventId: string
      readonly subject: { readonly kind: 'face'; readonly selfieId: string; readonly personId: string }
    },
  ): Promise<
    readonly {
      readonly photoId: string
      readonly similarity?: number
      readonly tier: 'sure' | 'maybe'
      /** Id of the face that was recognised; only for photos found by it. */
      readonly faceId?: string
    }[]
  >
}

/** Reads the original of a photo. @returns undefined for a deleted photo and for a file that is gone or damaged */
export type ReadOriginal = (context: Context, photoId: string) => Promise<Uint8Array | undefined>

/**
 * Returns whether a delivered package searches for later photos of an event by one of some selfies. A port, because orders
 * depend on recognition.
 */
export type IsNeededByOrder = (
  context: Context,
  eventId: string,
  selfieIds: readonly string[],
) => Promise<boolean>

/** The ids of the detector and the embedder that the dependencies bring. Embeddings of earlier releases are theirs. */
export const defaultFaceModelId = 'face-api-ssd+face-api-resnet'

/** Limits of the distance between embeddings of one model, both normalised; see `embedding.ts`. */
export interface FaceThresholds {
  /** Beyond doubt: such faces are averaged with the selfie and decide on the runner's bib. */
  readonly strong: number
  readonly sure: number
  readonly maybe: number
  /** For faces with the runner's bib. */
  readonly sameBib: number
  /** Replaces `sure` for faces below 32 px, whose embeddings are less stable. */
  readonly smallFace: number
  /** At this distance two faces are as likely one person as two. */
  readonly evenOdds: number
  /** Up to this distance the nearest other people are searched, who are the measure of `crowdShares`; at least `sameBib`. */
  readonly crowd: number
  readonly crowdShares: CrowdShares
}

/**
 * Largest accepted distances, as shares of the mean distance of the nearest other people: of faces beyond doubt, sure and
 * possible ones. See docs/decisions.md#tiers-of-face-search.
 */
export interface CrowdShares {
  readonly strong: number
  readonly sure: number
  readonly maybe: number
}

/** A face in a photographer's photo; pixels are those of the upright original. */
export interface PhotoFace {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Confidence of the detector, 0 to 1. */
  readonly score: number
  /** 128, 256 or 512 numbers, as the model gives. */
  readonly embedding: Float32Array
  readonly sharpness: number
  readonly sizeInPixels: number
}

/** Computes embeddings of faces with the models of the installation. Nothing of a picture is stored. */
export interface FacesPort {
  /** Returns the thresholds of a model. @throws Error for an unknown id */
  getThresholds(modelId: string): FaceThresholds
  /**
   * Computes the embedding of the one face in a selfie.
   *
   * @param bytes JPEG, PNG, WebP or HEIC, in any orientation that its metadata states
   * @param modelId default: the default model
   * @returns `embedding`: to be compared with embeddings of the same model by Euclidean distance
   * @throws {FaceRejected}
   */
  readSelfie(bytes: Uint8Array, modelId?: string): Promise<{ embedding: Float32Array }>
  /**
   * Finds and embeds the faces of a photo again, with a lower priority than all other work.
   *
   * @throws {FaceRejected} with `NotAnImage`, `ImageDamaged` or `TooManyPixels`
   */
  readPhoto(bytes: Uint8Array, modelId: string): Promise<readonly PhotoFace[]>
  /** Loads a model ahead of the first selfie: it takes a second. Cheap when it is loaded. @throws when it is not installed */
  warmUp(modelId: string): Promise<void>
  close(): Promise<void>
}

/** A face in the index. */
export interface IndexedFace {
  faceId: string
  photoId: string
  /** 128, 256 or 512 numbers, as the model gives. */
  embedding: Float32Array
}

export interface Neighbour {
  faceId: string
  photoId: string
  /** Embedding as stored in the index. */
  embedding: Float32Array
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
 * In-memory index of the faces of events. The database is the source of truth: an event is loaded with `replaceEvent` and
 * updated with `add` and `remove`. The latter two have no effect for an event that is not loaded.
 */
export interface FaceIndex {
  /** Returns whether the event's faces are loaded, so that `search` can answer. */
  has(eventId: string): boolean
  /**
   * Replaces all faces of an event. Pass an async iterable of batches to read the database while loading: faces added or
   * removed meanwhile are not lost.
   */
  replaceEvent(
    eventId: string,
    faces: readonly IndexedFace[] | AsyncIterable<readonly IndexedFace[]>,
  ): Promise<void>
  /** Adds faces; replaces those with the same `faceId`. */
  add(eventId: string, faces: readonly IndexedFace[]): Promise<void>
  /** Removes all faces of the given photos. */
  remove(eventId: string, photoIds: readonly string[]): Promise<void>
  /** Unloads the event, e.g. to free memory. */
  drop(eventId: string): void
  /**
   * Returns the nearest faces of one event, nearest first.
   *
   * @throws {EventNotLoaded} so that an empty result always means that no face is near
   */
  search(eventId: string, embedding: Float32Array, options: SearchOptions): Promise<Neighbour[]>
  close(): Promise<void>
}

/** Thrown by a search in an event whose faces were not loaded with `replaceEvent`. */
export class EventNotLoaded extends Error {
  override readonly name = 'EventNotLoaded'

  constructor(eventId: string) {
    super(`The faces of event ${eventId} are not loaded`)
  }
}
