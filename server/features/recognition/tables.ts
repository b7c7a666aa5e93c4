import {
  bigint,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ErrorCode } from '../../../contract/errors.ts'
import { uploadStates } from './upload-state.ts'

/** 128 numbers of four bytes each, little-endian. */
const embedding = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  // The driver's bytes may start anywhere; numbers of four bytes may not.
  fromDriver: (bytes) => new Float32Array(new Uint8Array(bytes).buffer),
})

const someBytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const faces = pgTable(
  'faces',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    embedding: embedding().notNull(),
    /** Pixels of the upright original. */
    x: integer().notNull(),
    y: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The detector's belief, 0 to 1. */
    score: real().notNull(),
    sharpness: real().notNull(),
    sizeInPixels: integer('size_in_pixels').notNull(),
    /** Start number read on this runner, in its normal form. */
    number: text(),
  },
  (table) => [
    index('faces_event').on(table.tenant, table.eventId, table.id),
    index('faces_photo').on(table.photoId),
    index('faces_number').on(table.tenant, table.eventId, table.number),
  ],
)

/**
 * One row per event that counts its indexed photos up. Writing takes its lock until commit, so versions become
 * visible in order, and whoever has seen version n misses nothing by asking for what is above n.
 */
export const faceVersions = pgTable(
  'face_versions',
  {
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.eventId] })],
)

/** In which version a photo's faces were last written, also when it has none. */
export const faceScans = pgTable(
  'face_scans',
  {
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').primaryKey(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('face_scans_version').on(table.tenant, table.eventId, table.version)],
)

/** What was measured of a runner's face; the picture itself is never kept. */
export const selfies = pgTable(
  'selfies',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    personId: text('person_id').notNull(),
    embedding: embedding().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    /** Not found any more from this moment on; soon after, the row is deleted. */
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of event and bytes that came with the key. */
    requestHash: text('request_hash').notNull(),
  },
  (table) => [
    uniqueIndex('selfies_key').on(table.tenant, table.idempotencyKey),
    index('selfies_age').on(table.tenant, table.expiresOn),
  ],
)

/**
 * Face pictures that come in pieces, one for each key, and the keys under which nothing may come any more. Of a
 * picture that was recognised, forgotten or given up only the row stays for a while, with nothing of the face.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** `Idempotency-Key` of its creation: the client's own id of the picture. */
    key: text().notNull(),
    state: text({ enum: uploadStates }).notNull(),
    /** Of the whole picture, as announced; empty once its time is over. */
    sha256: text().notNull(),
    sizeInBytes: integer('size_in_bytes').notNull(),
    receivedInBytes: integer('received_in_bytes').notNull(),
    /** Whose it may be, unreadable, to count what one client has open; empty once its time is over. */
    client: text().notNull(),
    /** Until when whoever recognises it has it for itself. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    /** Why it was refused; null for a picture that became a selfie. */
    refusal: text().$type<ErrorCode>(),
    /** The bytes are deleted then at the latest. */
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
    /** The row is deleted then; until then nothing late can come to life under its key. */
    goneOn: timestamp('gone_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('uploads_key').on(table.tenant, table.key),
    index('uploads_age').on(table.tenant, table.expiresOn),
    index('uploads_gone').on(table.tenant, table.goneOn),
  ],
)

export const uploadPieces = pgTable(
  'upload_pieces',
  {
    tenant: text().notNull(),
    uploadId: text('upload_id').notNull(),
    /** Offset of its first byte in the picture. */
    startsAt: integer('starts_at').notNull(),
    bytes: someBytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.startsAt] })],
)
