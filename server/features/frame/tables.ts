import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LocalText } from '../../platform/local-text.ts'
import type { FrameVariant } from './ports.ts'

/** Stores the digital frames that an event sells its photos in. */
export const frames = pgTable(
  'frames',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    /** One for portrait photos, one for landscape photos, or one for both. */
    variants: jsonb().$type<FrameVariant[]>().notNull(),
    /** Hash of the pictures' bytes, lower-case hex: a frame is in an event once. */
    sha256: text().notNull(),
    /** Public image of the empty frame. */
    imageKey: text('image_key').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('frames_once').on(table.tenant, table.eventId, table.sha256),
    index('frames_event').on(table.tenant, table.eventId, table.createdOn),
  ],
)

/** Stores photos in a frame: with a public thumbnail from the start, and the full size once it is paid for. */
export const framedPhotos = pgTable(
  'framed_photos',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    frameId: text('frame_id').notNull(),
    /** Start number of the runner whose time the frame shows; empty for none. */
    bib: text().notNull(),
    /** Text in the frame. */
    caption: text().notNull(),
    thumbKey: text('thumb_key').notNull(),
    thumbWidth: integer('thumb_width').notNull(),
    thumbHeight: integer('thumb_height').notNull(),
    state: text({ enum: ['Shown', 'Ready', 'Failed'] }).notNull(),
    /** Below `originals/`, never public; null until ready. */
    objectKey: text('object_key'),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }),
    /** Time at which its previews were last painted; null when there are none. */
    previewedOn: timestamp('previewed_on', { withTimezone: true }),
    /** Failed attempts to make the full size, without those in which the storage failed. */
    failures: integer().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('framed_photos_once').on(table.tenant, table.photoId, table.frameId, table.bib),
    index('framed_photos_previewed').on(table.tenant, table.previewedOn).where(sql`previewed_on is not null`),
  ],
)
