import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '../../../platform/db/connect.ts'
import { identityRecords as records } from './tables.ts'

/** Sets the default lifetime, which equals that of a session. */
const defaultLifetimeInSeconds = 14 * 86_400

/** Creates the storage of one tenant and model, as an adapter of oidc-provider. */
export function createRecordAdapter(db: Db, tenant: string, model: string): Adapter {
  const isInModel = and(eq(records.tenant, tenant), eq(records.model, model))
  const hasId = (id: string) => and(isInModel, eq(records.id, id))
  const isUnexpired = () => gt(records.expiresOn, new Date())
  const findFirst = async (condition: ReturnType<typeof hasId>): Promise<AdapterPayload | undefined> => {
    const [row] = await db
      .select({ payload: records.payload })
      .from(records)
      .where(and(condition, isUnexpired()))
      .limit(1)
    return row?.payload
  }
  return {
    async upsert(id, payload, expiresInSeconds = defaultLifetimeInSeconds) {
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
      await deleteExpired(db, tenant)
    },
    find: (id) => findFirst(hasId(id)),
    findByUid: (uid) => findFirst(and(isInModel, eq(records.uid, uid))),
    // device flow, which is not supported
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = JSON.stringify({ consumed: Math.floor(Date.now() / 1000) })
      await db
        .update(records)
        .set({ payload: sql`${records.payload} || ${consumed}::jsonb` })
        .where(hasId(id))
    },
    async destroy(id) {
      await db.delete(records).where(hasId(id))
    },
    async revokeByGrantId(grantId) {
      await db.delete(records).where(and(eq(records.tenant, tenant), eq(records.grantId, grantId)))
    },
  }
}

async function deleteExpired(db: Db, tenant: string): Promise<void> {
  await db.delete(records).where(and(eq(records.tenant, tenant), lte(records.expiresOn, new Date())))
}
