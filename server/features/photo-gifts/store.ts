import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'

/** Identifies the recipient of gifts of an event. */
export interface Recipient {
  readonly eventId: string
  readonly deviceHash: string
}

/** Serializes the deliveries to the same recipients until the transaction ends, so that each sees the gifts of earlier ones. */
export async function lockRecipients(
  { db, tenant }: Context,
  recipients: readonly Recipient[],
): Promise<void> {
  const names = recipients.map(
    ({ eventId, deviceHash }) => `photo gifts ${tenant.name} ${eventId} ${deviceHash}`,
  )
  // Sorted: two transactions with the same recipients must not wait for each other.
  for (const name of [...new Set(names)].toSorted())
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
