import * as z from 'zod/mini'
import { stored } from '../../platform/storage/index.ts'

const Intent = z.object({ id: z.string(), cartId: z.string(), amount: z.number() })
export type Intent = z.infer<typeof Intent>

/** The order that was confirmed on the screen and whose answer is not here yet; its key asks for it again. */
export const intent = stored({
  key: 'checkoutIntent',
  schema: z.nullable(Intent),
  initial: null,
})
