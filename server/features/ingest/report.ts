/** Progress of a run. */
export interface IngestProgress {
  /** Files processed, with any outcome. */
  readonly done: number
  /** Files found so far. */
  readonly total: number
  readonly added: number
  /** Since the run began. */
  readonly elapsedInMs: number
}

/** A file that was not ingested, and the reason for the operator. */
export interface Refusal {
  readonly name: string
  readonly reason: string
}

/** A photo or video that was added to the event. */
export type AddedMedia =
  | {
      readonly media: 'photo'
      readonly name: string
      readonly faces: number
      readonly numbers: readonly string[]
    }
  | { readonly media: 'video'; readonly name: string; readonly number: string | null }

/** Receives the events of a run as they happen. */
export interface IngestReport {
  progress(progress: IngestProgress): void
  /** `foreign`: neither photo nor video; `failed`: could not be ingested; `duplicate`: in the event under another name. */
  refused(kind: 'foreign' | 'failed' | 'duplicate', refusal: Refusal): void
  /** Called when a new photo or video can be found. */
  added(media: AddedMedia): void
}

/** Result of a run. */
export interface IngestSummary {
  /** Photos and videos. */
  added: number
  /** Number of videos in `added`. */
  videos: number
  /** Photos of `added` without a readable capture time. */
  untimed: number
  /** Pictures that became posters of videos. */
  posters: number
  /** Videos ingested without a preview or poster, and why. */
  incomplete: Refusal[]
  /** Files whose picture or bytes were already in the event, under any name. */
  known: number
  /** Those of `known` that are in the event under another name. */
  duplicates: Refusal[]
  foreign: Refusal[]
  failed: Refusal[]
  /** Names in the manifest that no file of the run has. */
  unmatched: readonly string[]
  /** Whether it was stopped before the end. */
  stopped: boolean
}

/** Returns an empty summary, to be mutated by the run. */
export function emptySummary(): IngestSummary {
  return {
    added: 0,
    videos: 0,
    untimed: 0,
    posters: 0,
    incomplete: [],
    known: 0,
    duplicates: [],
    foreign: [],
    failed: [],
    unmatched: [],
    stopped: false,
  }
}
