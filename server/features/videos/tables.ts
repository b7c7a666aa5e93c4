import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { LocalText } from '../../platform/local-text.ts'

export const videos = pgTable(
  'videos',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    eventId: text('event_id').notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    /** Normal form; null for a video of the whole event. */
    startNumber: text('start_number'),
    durationS: real('duration_s').notNull(),
    takenOn: timestamp('taken_on', { withTimezone: true }),
    sha256: text().notNull(),
    fileName: text('file_name').notNull(),
    mime: text().notNull(),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    /** Object below `originals/`; never public. */
    originalKey: text('original_key').notNull(),
    /** Objects below `media/`; null for none. */
    previewKey: text('preview_key'),
    posterKey: text('poster_key'),
    posterWidth: integer('poster_width').notNull(),
    posterHeight: integer('poster_height').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('videos_file').on(table.tenant, table.eventId, table.sha256),
    index('videos_number').on(table.tenant, table.eventId, table.startNumber),
  ],
)
