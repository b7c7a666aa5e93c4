import * as z from 'zod/mini'
import { persisted } from '../../platform/storage/index.ts'

const Draft = z.object({
  email: z.optional(z.string()),
  isAgreed: z.optional(z.boolean()),
  giftMessage: z.optional(z.string()),
  paymentTypeId: z.optional(z.string()),
  /** Marks a checkout during which the network was lost. */
  wasAway: z.optional(z.boolean()),
})
type Draft = z.infer<typeof Draft>

/** Persists form input that was not ordered yet, across reloads and restarts of the app. */
export const draft = persisted<Draft>({ key: 'checkoutDraft', schema: Draft, initial: {} })

export function saveToDraft(changes: Draft): void {
  draft.write({ ...draft.read(), ...changes })
}
