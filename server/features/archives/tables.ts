import { bigint, pgTable, real, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const archives = pgTable(
  'archives',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    orderId: text('order_id').notNull(),
    /** Hash of the contents: the same files of the same order, named in the same language, are one archive. */
    content: text().notNull(),
    state: text({ enum: ['Preparing', 'Published', 'Failed'] }).notNull(),
    /** 0 to 1. */
    progress: real().notNull(),
    /** Ids of the requested items; null for all. */
    itemIds: text('item_ids').array(),
    objectKey: text('object_key').notNull(),
    fileName: text('file_name').notNull(),
    /** Total size of its files, known before it is packed. 0: archives of an earlier release. */
    filesInBytes: bigint('files_in_bytes', { mode: 'number' }).notNull().default(0),
    /** Size of the zip, once it is packed. */
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }),
    /** Time of the last request for it. */
    createdOn: timestamp('created_on', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('archives_once').on(table.tenant, table.orderId, table.content)],
)
