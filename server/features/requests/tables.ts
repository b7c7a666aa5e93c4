import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Language } from '../../../contract/common.ts'
import type { RequestKind } from '../../../contract/requests.ts'

/** What people have asked by the forms of the pages. */
export const requests = pgTable(
  'requests',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    kind: text().$type<RequestKind>().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** Of the page it was written on. */
    language: text().$type<Language>().notNull(),
    /** Idempotency-Key of the call; null when it came without one. */
    key: text(),
    /** Hash of the e-mail or phone in it, and of the network address it came from: who writes too often. */
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
