import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

export const photos = pgTable(
  'photos',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    state: text({ enum: ['Processing', 'Ready', 'Failed'] }).notNull(),
    /** Error code of the failure. */
    failure: text(),
    /** Hash of the original's bytes, lower-case hex; the same file is in an event once. */
    sha256: text().notNull(),
    /** Hash of the picture without metadata; null for photos of releases without it, and where it could not be read. */
    pictureHash: text('picture_hash'),
    fileName: text('file_name').notNull(),
    mime: text().notNull(),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    /** Key of the place on the course. */
    point: text(),
    takenOn: timestamp('taken_on', { withTimezone: true }),
    /** Sort key of albums: the time of the exposure, or else of the ingest. */
    shownOn: timestamp('shown_on', { withTimezone: true }).notNull(),
    /** Pixels of the upright original. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Height of the largest face as a share of the photo's height, 0 to 1; 0 without a face. */
    faceShare: real('face_share').notNull().default(0),
    /** Object below `originals/`; never public. */
    originalKey: text('original_key').notNull(),
    /** Objects below `media/`; empty until the photo is ready. */
    previewKey: text('preview_key').notNull(),
    previewWidth: integer('preview_width').notNull(),
    previewHeight: integer('preview_height').notNull(),
    /** Null for photos ingested before this rendition existed, and for those no longer than the thumb. */
    mediumKey: text('medium_key'),
    mediumWidth: integer('medium_width'),
    mediumHeight: integer('medium_height'),
    thumbKey: text('thumb_key').notNull(),
    thumbWidth: integer('thumb_width').notNull(),
    thumbHeight: integer('thumb_height').notNull(),
    tinyKey: text('tiny_key').notNull(),
    tinyWidth: integer('tiny_width').notNull(),
    tinyHeight: integer('tiny_height').notNull(),
    /** `data:` URI of a few dots. */
    placeholder: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('photos_file').on(table.tenant, table.eventId, table.sha256),
    uniqueIndex('photos_picture').on(table.tenant, table.eventId, table.pictureHash),
    index('photos_album')
      .on(table.tenant, table.eventId, table.shownOn, table.id)
      .where(sql`state = 'Ready' and point is distinct from 'report'`),
    index('photos_leading')
      .on(table.tenant, table.eventId, table.faceShare, table.id)
      .where(sql`state = 'Ready' and point is distinct from 'report' and face_share > 0`),
    index('photos_point')
      .on(table.tenant, table.eventId, table.point, table.shownOn, table.id)
      .where(sql`state = 'Ready'`),
    index('photos_unready').on(table.tenant, table.eventId, table.state).where(sql`state <> 'Ready'`),
  ],
)

export const photoTags = pgTable(
  'photo_tags',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    name: text({ enum: ['number', 'face', 'surname'] }).notNull(),
    /** A start number in its normal form. */
    value: text().notNull(),
    /** Confidence of the reader, 0 to 1. */
    confidence: real().notNull(),
  },
  (table) => [
    uniqueIndex('photo_tags_once').on(table.photoId, table.name, table.value),
    index('photo_tags_value').on(table.tenant, table.eventId, table.name, table.value),
  ],
)

/** Stores answers of runners about photos: “this is me”, “this is not me”. They survive re-indexing. */
export const photoAnswers = pgTable(
  'photo_answers',
  {
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    /** Key of the answering runner, see `toAnswersKey` and `toBibAnswersKey`. */
    subject: text().notNull(),
    photoId: text('photo_id').notNull(),
    itIsMe: boolean('it_is_me').notNull(),
    answeredOn: timestamp('answered_on', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant, table.eventId, table.subject, table.photoId] })],
)
