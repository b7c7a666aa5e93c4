import * as z from 'zod/mini'
import { languages } from './language/languages.ts'

/** Validates an opaque identifier. Ids that grant access by being known carry at least 122 random bits. */
export const Id = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_-]+$/))

/** Authenticates a device by a random secret. The service stores only hashes of it. */
export const DeviceKey = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** Represents a moment in UTC by ISO 8601, e.g. `2026-09-12T14:30:00.000Z`. */
export const Timestamp = z.iso.datetime()

/** Represents a calendar day without a time, e.g. `2026-09-12`. */
export const CalendarDay = z.iso.date()

/** Validates a code of the language table. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

/** Identifies a currency by its ISO 4217 number: 643 Russian rouble, 840 US dollar. */
export const CurrencyId = z.union([z.literal(643), z.literal(840)])
export type CurrencyId = z.infer<typeof CurrencyId>

/** Represents an amount in integer minor units (kopecks, cents) with the currency they are counted in. */
export const Money = z.object({ amount: z.int(), currencyId: CurrencyId })
export type Money = z.infer<typeof Money>

const Count = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))

/** Parses `offset` and `count` of a list call. Numbers arrive as text in a query string. */
export const Page = {
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  count: z._default(Count, 20),
  /** `count` of lists that are mostly read whole. Pages of an earlier release request them without a page. */
  largeCount: z._default(Count, 100),
}

/** Parses text typed into a search box: trimmed, at most 200 characters, no NUL characters. */
export const SearchText = z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\0]*$/))

/**
 * Returns the schema of a list: the items of this page, their number, and the total number.
 *
 * @param item schema of one entry
 */
export function listSchema<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ items: z.array(item), count: z.int(), total: z.int() })
}

/** Describes an image: URL, pixel size, and a tiny placeholder shown until it is loaded. */
export const Image = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.optional(z.string()),
})
export type Image = z.infer<typeof Image>

/** Describes where and when a photo was taken. Clients build its title from this in the language they show. */
export const CaptureDetails = z.object({
  /** Title of the point on the course, in the requested language. */
  point: z.nullable(z.string()),
  takenOn: z.nullable(Timestamp),
  /** IANA time zone of the event, for displaying clock times. */
  timeZone: z.string(),
})
export type CaptureDetails = z.infer<typeof CaptureDetails>
