import { index, jsonb, pgTable, real, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LocalText } from '../../platform/local-text.ts'
import type { EventCover, EventPoint, EventSwitches } from './types.ts'

export const events = pgTable(
  'events',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** The organizer's id; unique within the tenant. */
    externalId: text('external_id'),
    state: text({ enum: ['Published', 'Hidden'] }).notNull(),
    title: jsonb().$type<LocalText>().notNull(),
    city: jsonb().$type<LocalText>().notNull(),
    country: text().notNull(),
    sport: text().notNull(),
    startsOn: timestamp('starts_on', { withTimezone: true }).notNull(),
    endsOn: timestamp('ends_on', { withTimezone: true }).notNull(),
    /** IANA name, e.g. `Europe/Moscow`. */
    timeZone: text('time_zone').notNull(),
    cover: jsonb().$type<EventCover>(),
    albumId: text('album_id').notNull(),
    catalogId: text('catalog_id').notNull(),
    competitorsListId: text('competitors_list_id').notNull(),
    distances: jsonb().$type<string[]>().notNull(),
    points: jsonb().$type<EventPoint[]>().notNull(),
    switches: jsonb().$type<EventSwitches>().notNull(),
    /** Set once by `faces erase` and never cleared: afterwards no face of the event is embedded. */
    facesErasedOn: timestamp('faces_erased_on', { withTimezone: true }),
    /** Largest distance at which a face counts as the same person; null for the default. */
    faceThreshold: real('face_threshold'),
    /** Title, city and external id in all languages, folded for search. */
    searchText: text('search_text').notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('events_external_id').on(table.tenant, table.externalId),
    uniqueIndex('events_album').on(table.tenant, table.albumId),
    uniqueIndex('events_catalog').on(table.tenant, table.catalogId),
    uniqueIndex('events_list').on(table.tenant, table.competitorsListId),
    index('events_newest').on(table.tenant, table.state, table.startsOn, table.id),
  ],
)
