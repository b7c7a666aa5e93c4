import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Language } from '../../../contract/common.ts'
import type { RequestKind } from '../../../contract/requests.ts'

/** Requests sent by forms of the pages. */
export const requests = pgTable(
  'requests',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    kind: text().$type<RequestKind>().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** Language of the page. */
    language: text().$type<Language>().notNull(),
    /** Idempotency-Key of the call; null for none. */
    key: text(),
    /** Hashes of the e-mail or phone and of the network address, for rate limits. */
    writer: text().notNull(),
    address: text().notNull(),
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('requests_once').on(table.tenant, table.key),
    index('requests_writer').on(table.tenant, table.writer, table.createdOn),
    index('requests_address').on(table.tenant, table.address, table.createdOn),
  ],
)
