/** How far a run has come. */
export interface IngestProgress {
  /** Files dealt with, whatever became of them. */
  readonly done: number
  /** Files found so far. */
  readonly total: number
  readonly added: number
  /** Since the run began. */
  readonly elapsedInMs: number
}

/** A file that was not taken in, and why, in words for the operator. */
export interface Refusal {
  readonly name: string
  readonly reason: string
}

/** Where a run tells what happens, while it happens. */
export interface IngestReport {
  progress(progress: IngestProgress): void
  /** `foreign`: no photo at all; `failed`: a photo that could not be taken in. */
  refused(kind: 'foreign' | 'failed', refusal: Refusal): void
  /** A new photo can be found from now on. */
  added(photo: { name: string; faces: number; numbers: readonly string[] }): void
}

/** What a run has brought. */
export interface IngestSummary {
  added: number
  /** Files whose bytes were in the event before, under whatever name. */
  known: number
  foreign: Refusal[]
  failed: Refusal[]
  /** True when it was told to stop before the end. */
  stopped: boolean
}

/** The summary of a run that has not begun; it is added to in place. */
export function emptySummary(): IngestSummary {
  return { added: 0, known: 0, foreign: [], failed: [], stopped: false }
}
