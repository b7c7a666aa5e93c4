import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '../../../contract/errors.ts'
import type { Outcome } from './types.ts'

const ErrorCodeSchema = z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value))

/**
 * Validates an entry as devices store it. Its field names are those of the first release: tabs and workers of other builds
 * read and write the same records. Accepts bodies of other builds: an entry that this build cannot send must still be listed.
 */
export const StoredEntry = z.object({
  id: z.string(),
  kind: z.string(),
  lane: z.string(),
  body: z.unknown(),
  putOn: z.number(),
  tries: z.number(),
  notBefore: z.number(),
  aside: z.optional(z.object({ code: ErrorCodeSchema, since: z.number() })),
  /** Monotonic sequence, not a timestamp. */
  order: z.number(),
  /** Failures that may be caused by the entry itself. */
  counted: z.number(),
  /** Whether the last attempt did not reach the service. */
  unreached: z.boolean(),
  age: z.object({ inMs: z.number(), seenOn: z.number() }),
  /** Entries with an outcome are stored for a while, for callers that open the page later. */
  outcome: z.optional(
    z.custom<{ is: Outcome['type']; answer?: unknown }>(
      (value) => typeof value === 'object' && value !== null && 'is' in value,
    ),
  ),
})
export type StoredEntry = z.infer<typeof StoredEntry>

/** Describes an entry with the state of its delivery. Its body is as stored: the action of its kind converts it. */
export interface QueueRecord extends Omit<StoredEntry, 'aside' | 'outcome'> {
  parked?: { code: ErrorCode; since: number }
  outcome?: Outcome
}

/** Converts a stored entry to the names that the code uses. */
export function fromStored({ aside: parked, outcome, ...rest }: StoredEntry): QueueRecord {
  const { is, ...fields } = outcome ?? {}
  return {
    ...rest,
    ...(parked && { parked }),
    ...(is && { outcome: { type: is, ...fields } as Outcome }),
  }
}

/** Converts an entry to the names that devices store. */
export function toStored({ parked, outcome, ...rest }: QueueRecord): StoredEntry {
  const { type, ...fields } = outcome ?? {}
  return {
    ...rest,
    ...(parked && { aside: parked }),
    ...(type && { outcome: { is: type, ...fields } }),
  }
}
