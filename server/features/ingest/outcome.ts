import { summarizeError } from '../../platform/describe-error.ts'

/** Outcome of one file. */
export type Outcome =
  | {
      readonly kind: 'added'
      readonly media: 'photo'
      readonly photoId: string
      /** True when neither the file nor the manifest has a capture time. */
      readonly isUntimed: boolean
      readonly faces: number
      readonly numbers: string[]
    }
  | {
      readonly kind: 'added'
      readonly media: 'video'
      readonly videoId: string
      /** null for a video of the whole event. */
      readonly number: string | null
      /** Describes for the operator which part of the video runners will miss. */
      readonly missingParts: string | undefined
    }
  | {
      readonly kind: 'known'
      /** Name of the file that is in the event already. */
      readonly existingName: string
    }
  /** The poster picture of a video: shown but not sold. */
  | { readonly kind: 'poster' }
  | { readonly kind: 'foreign' | 'failed'; readonly reason: string }

/** Describes for the operator why a file failed. Of a failed statement it has what the log would have: no text and parameters. */
export function describeReason(error: unknown): string {
  return error instanceof Error && !('query' in error) ? error.message : summarizeError(error)
}
