import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '../../../platform/db/connect.ts'
import { identityRecords as records } from './tables.ts'

/** Sets the default lifetime, which equals that of a session. */
const longestInSeconds = 14 * 86_400

/** Creates the storage of one tenant and model, as an adapter of oidc-provider. */
export function createRecords(db: Db, tenant: string, model: string): Adapter {
  const all = and(eq(records.tenant, tenant), eq(records.model, model))
  const byId = (id: string) => and(all, eq(records.id, id))
  const alive = () => gt(records.expiresOn, new Date())
  const first = async (which: ReturnType<typeof byId>): Promise<AdapterPayload | undefined> => {
    const [row] = await db
      .select({ payload: records.payload })
      .from(records)
      .where(and(which, alive()))
      .limit(1)
    return row?.payload
  }
  return {
    async upsert(id, payload, expiresInSeconds = longestInSeconds) {
      const values = {
        payload: { ...payload },
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expiresOn: new Date(Date.now() + expiresInSeconds * 1000),
      }
      await db
        .insert(records)
        .values({ tenant, model, id, ...values })
        .onConflictDoUpdate({ target: [records.tenant, records.model, records.id], set: values })
      await forgetExpired(db, tenant)
    },
    find: (id) => first(byId(id)),
    findByUid: (uid) => first(and(all, eq(records.uid, uid))),
    // device flow, which is not supported
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = JSON.stringify({ consumed: Math.floor(Date.now() / 1000) })
      await db
        .update(records)
        .set({ payload: sql`${records.payload} || ${consumed}::jsonb` })
        .where(byId(id))
    },
    async destroy(id) {
      await db.delete(records).where(byId(id))
    },
    async revokeByGrantId(grantId) {
      await db.delete(records).where(and(eq(records.tenant, tenant), eq(records.grantId, grantId)))
    },
  }
}

async function forgetExpired(db: Db, tenant: string): Promise<void> {
  await db.delete(records).where(and(eq(records.tenant, tenant), lte(records.expiresOn, new Date())))
}
