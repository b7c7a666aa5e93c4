import * as z from 'zod/mini'
import { persisted } from '../../platform/storage/index.ts'

const Intent = z.object({ id: z.string(), cartId: z.string(), amount: z.number() })
export type Intent = z.infer<typeof Intent>

/** Stores the confirmed order whose answer is still missing. Its idempotency key is used to ask again. */
export const intent = persisted({
  key: 'checkoutIntent',
  schema: z.nullable(Intent),
  initial: null,
})
