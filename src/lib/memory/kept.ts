import type * as z from 'zod/mini'

/** Turns a value of one version into the next. */
export type Migration = (value: unknown) => unknown

/**
 * A record as it lies in the database. Each tells its own version: an old tab and a rolled back build write beside the
 * newest one, and no build has to wait until all others are closed.
 */
export interface Kept {
  version: number
  value: unknown
}

/**
 * The value of a record in today's shape; undefined when it is absent or does not fit.
 *
 * @param migrations the first leads from version 1 to 2
 * @param bytes the large part, which lies apart
 */
export function readKept<Shape>(
  schema: z.ZodMiniType<Shape>,
  migrations: readonly Migration[],
  kept: Kept | undefined,
  bytes?: ArrayBuffer,
): Shape | undefined {
  if (!kept) return undefined
  try {
    const value = migrations.slice(kept.version - 1).reduce((before, migrate) => migrate(before), kept.value)
    const result = schema.safeParse(bytes ? { ...(value as object), bytes } : value)
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}
