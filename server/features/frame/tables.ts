import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LocalText } from '../../platform/local-text.ts'
import type { FrameVariant } from './ports.ts'

/** Digital frames in which an event sells its photos. */
export const frames = pgTable(
  'frames',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    /** One for upright photos, one for wide ones, or one for both. */
    variants: jsonb().$type<FrameVariant[]>().notNull(),
    /** Of the pictures' bytes, lower-case hex: the same frame is in an event once. */
    sha256: text().notNull(),
    /** Public picture of the empty frame. */
    imageKey: text('image_key').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('frames_once').on(table.tenant, table.eventId, table.sha256),
    index('frames_event').on(table.tenant, table.eventId, table.createdOn),
  ],
)

/** A photo in a frame: its public thumb at once, its full size when somebody has paid for it. */
export const framedPhotos = pgTable(
  'framed_photos',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    photoId: text('photo_id').notNull(),
    frameId: text('frame_id').notNull(),
    /** Start number of the runner whose time stands in the frame; empty: nobody's. */
    bib: text().notNull(),
    /** What is written in the frame. */
    caption: text().notNull(),
    thumbKey: text('thumb_key').notNull(),
    thumbWidth: integer('thumb_width').notNull(),
    thumbHeight: integer('thumb_height').notNull(),
    state: text({ enum: ['Shown', 'Ready', 'Failed'] }).notNull(),
    /** Below `originals/`, never public; null until it is ready. */
    objectKey: text('object_key'),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }),
    /** When its previews were last painted; null when there are none. */
    previewedOn: timestamp('previewed_on', { withTimezone: true }),
    /** How often making the full size has failed. */
    failures: integer().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('framed_photos_once').on(table.tenant, table.photoId, table.frameId, table.bib),
    index('framed_photos_previewed').on(table.tenant, table.previewedOn).where(sql`previewed_on is not null`),
  ],
)
