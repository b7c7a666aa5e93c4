import type * as z from 'zod/mini'

/** Converts a value from one version to the next. */
export type Migration = (value: unknown) => unknown

/**
 * Describes a database record with its schema version. Old tabs and rolled back builds write beside the newest build,
 * so no build has to wait until all others are closed.
 */
export interface StoredRecord {
  version: number
  value: unknown
}

/**
 * Returns the value of a record in the current schema; undefined when it is absent or invalid.
 *
 * @param migrations the first leads from version 1 to 2
 * @param bytes the large part, which is stored separately
 */
export function readStoredRecord<Shape>(
  schema: z.ZodMiniType<Shape>,
  migrations: readonly Migration[],
  record: StoredRecord | undefined,
  bytes?: ArrayBuffer,
): Shape | undefined {
  if (!record) return undefined
  try {
    const value = migrations
      .slice(record.version - 1)
      .reduce((before, migrate) => migrate(before), record.value)
    const result = schema.safeParse(bytes ? { ...(value as object), bytes } : value)
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}
