import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/connect.ts'
import { sha256 } from '../../platform/ids.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/objects/port.ts'
import { toMediaType } from './brand-files.ts'
import type { TenantStore } from './registry.ts'
import { storedTenants } from './tables.ts'
import type { TenantSource } from './tenant-file.ts'

interface StoreServices {
  readonly db: Db
  readonly objects: ObjectStore
}

/**
 * Creates the store of tenants in the database.
 *
 * @param isShared whether other processes may write too: the embedded database has one process
 */
export function createTenantStore({ db, objects }: StoreServices, isShared: boolean): TenantStore {
  type StoredFile = (typeof storedTenants.$inferSelect)['files'][number]
  /** Returns no entry for a missing object, so that other tenants can be read. */
  const readFile = async ({ name, key }: StoredFile): Promise<[string, Uint8Array][]> => {
    try {
      return [[name, await objects.get(key)]]
    } catch (error) {
      if (error instanceof ObjectMissing) return []
      throw error
    }
  }
  return {
    read: async () => {
      const rows = await db.select().from(storedTenants).orderBy(storedTenants.tenant)
      return Promise.all(
        rows.map(async ({ tenant, definition, files }) => ({
          name: tenant,
          location: `tenant ${tenant} of the database`,
          text: definition,
          files: new Map((await Promise.all(files.map(readFile))).flat()),
        })),
      )
    },
    readVersion: async () => {
      if (!isShared) return undefined
      const { tenant, changedOn, definition } = storedTenants
      // Of each row: a change may be committed after a later one, because its pictures were uploaded for longer.
      const rowVersion = sql`${tenant} || ' ' || ${changedOn}::text || ' ' || md5(${definition})`
      const [row] = await db
        .select({
          version: sql<string>`md5(coalesce(string_agg(${rowVersion}, ',' order by ${tenant}), ''))`,
        })
        .from(storedTenants)
      return row?.version
    },
  }
}

/** Upserts a tenant with its files. */
export async function storeTenant(
  { db, objects }: StoreServices,
  source: TenantSource,
  now: Date,
): Promise<void> {
  const files = await Promise.all(
    [...source.files].map(async ([name, bytes]) => {
      const key = `brands/${sha256(bytes)}`
      await objects.put(key, Buffer.from(bytes), {
        contentType: toMediaType(name) ?? 'application/octet-stream',
      })
      return { name, key }
    }),
  )
  const values = { definition: source.text, files, changedOn: now }
  await db
    .insert(storedTenants)
    .values({ tenant: source.name, ...values })
    .onConflictDoUpdate({ target: storedTenants.tenant, set: values })
}

/** Deletes a tenant from the database; its events, orders and pictures stay. @returns whether it was there */
export async function deleteTenant({ db }: Pick<StoreServices, 'db'>, name: string): Promise<boolean> {
  const deleted = await db
    .delete(storedTenants)
    .where(eq(storedTenants.tenant, name))
    .returning({ tenant: storedTenants.tenant })
  return deleted.length > 0
}
