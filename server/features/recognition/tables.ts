import { sql } from 'drizzle-orm'
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
import { defaultFaceModelId } from './ports.ts'
import { uploadStates } from './upload-state.ts'

/** Stores the numbers of an embedding, four bytes each, little-endian. */
const embedding = customType<{ data: Float32Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  // The driver's buffer may be unaligned; a Float32Array needs 4-byte alignment.
  fromDriver: (bytes) => new Float32Array(new Uint8Array(bytes).buffer),
})

/** Id of the model of an embedding. Rows of earlier releases, and of a build that is put back, are of the default model. */
const model = () => text().notNull().default(defaultFaceModelId)

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const faces = pgTable(
  'faces',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    /** Searches use the faces whose model is that of the event; others are being computed for a change of the model. */
    model: model(),
    embedding: embedding().notNull(),
    /** Pixels of the upright original. */
    x: integer().notNull(),
    y: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Confidence of the detector, 0 to 1. */
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
 * Counts the versions of each event's faces. A write holds its row lock until the commit, so versions become visible in order.
 * A reader that has seen version n misses nothing when it asks for versions above n.
 */
export const faceVersions = pgTable(
  'face_versions',
  {
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    /** Id of the model whose faces searches of the event use. */
    model: model(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.eventId] })],
)

/** Stores the model that an operator has chosen for new events, in one row; without it, it is the default model. */
export const faceModelChoices = pgTable('face_model_choices', {
  id: text({ enum: ['installation'] }).primaryKey(),
  model: text().notNull(),
  chosenOn: timestamp('chosen_on', { withTimezone: true }).notNull(),
})

/** Marks the photos whose faces are computed for the next model of their event; deleted when the event changes to it. */
export const embeddedPhotos = pgTable(
  'embedded_photos',
  {
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    model: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.photoId, table.model] }),
    index('embedded_photos_event').on(table.tenant, table.eventId, table.model),
  ],
)

/** Stores the version of the last write of a photo's faces, also for photos without faces. */
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

/** Embeddings of runners' faces; the picture is never stored. */
export const selfies = pgTable(
  'selfies',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    personId: text('person_id').notNull(),
    model: model(),
    embedding: embedding().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
    /** Not returned by queries after this moment; the row is deleted soon after. */
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the event and bytes sent with the key. */
    requestHash: text('request_hash').notNull(),
  },
  (table) => [
    uniqueIndex('selfies_key').on(table.tenant, table.idempotencyKey),
    index('selfies_age').on(table.tenant, table.expiresOn),
  ],
)

/**
 * Stores chunked uploads of face pictures, one for each key, and tombstones of keys that must not be used again. The row of a
 * picture that was recognised, deleted or given up remains for a while, without data of the face.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** `Idempotency-Key` of its creation: the client's id of the picture. */
    key: text().notNull(),
    state: text({ enum: uploadStates }).notNull(),
    /** Hash of the whole picture, as announced; empty after expiry. */
    sha256: text().notNull(),
    sizeInBytes: integer('size_in_bytes').notNull(),
    receivedInBytes: integer('received_in_bytes').notNull(),
    /** Pseudonym of the client's network, to count its open uploads; empty after expiry. */
    client: text().notNull(),
    /** Last time that bytes came or that it was to be recognised; at first its creation. */
    progressOn: timestamp('progress_on', { withTimezone: true }).notNull().defaultNow(),
    /** End of the lease of the process that is recognising it. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    /** Error code of the rejection; null for a picture that became a selfie. */
    refusal: text().$type<ErrorCode>(),
    /** Latest deletion time of the bytes. */
    expiresOn: timestamp('expires_on', { withTimezone: true }).notNull(),
    /** Deletion time of the row; until then it blocks late requests with its key. */
    tombstoneUntil: timestamp('gone_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('uploads_key').on(table.tenant, table.key),
    index('uploads_age').on(table.tenant, table.expiresOn),
    index('uploads_gone').on(table.tenant, table.tombstoneUntil),
    index('uploads_open').on(table.tenant, table.client).where(sql`${table.state} in ('Open', 'Reading')`),
  ],
)

export const uploadPieces = pgTable(
  'upload_pieces',
  {
    tenant: text().notNull(),
    uploadId: text('upload_id').notNull(),
    /** Offset of its first byte in the picture. */
    startsAt: integer('starts_at').notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.startsAt] })],
)
