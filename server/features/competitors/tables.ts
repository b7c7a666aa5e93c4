import { index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const competitors = pgTable(
  'competitors',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    listId: text('list_id').notNull(),
    /** Start number in its normal form. */
    number: text().notNull(),
    firstName: text('first_name').notNull(),
    surname: text().notNull(),
    /** The same names in the other alphabet, as the start list writes them; empty when it has none. */
    firstNameLatin: text('first_name_latin').notNull(),
    surnameLatin: text('surname_latin').notNull(),
    distance: text(),
    finishedOn: timestamp('finished_on', { withTimezone: true }),
    /** Folded surname, for lookups. */
    surnameKey: text('surname_key').notNull(),
    surnameLatinKey: text('surname_latin_key').notNull(),
    /** Folded names, each preceded by a space, so that ` %word` matches prefixes. */
    searchText: text('search_text').notNull(),
  },
  (table) => [
    uniqueIndex('competitors_number').on(table.tenant, table.listId, table.number),
    index('competitors_surname').on(table.tenant, table.listId, table.surnameKey),
    index('competitors_surname_latin').on(table.tenant, table.listId, table.surnameLatinKey),
  ],
)
