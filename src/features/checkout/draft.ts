import * as z from 'zod/mini'
import { stored } from '../../platform/storage/index.ts'

const Draft = z.object({
  email: z.optional(z.string()),
  isAgreed: z.optional(z.boolean()),
  paymentTypeId: z.optional(z.string()),
  /** The network was lost on the way to the order. */
  wasAway: z.optional(z.boolean()),
})
type Draft = z.infer<typeof Draft>

/** What was filled in and not ordered yet; a reload or the end of the app takes nothing of it. */
export const draft = stored<Draft>({ key: 'checkoutDraft', schema: Draft, initial: {} })

export function noteInDraft(news: Draft): void {
  draft.write({ ...draft.read(), ...news })
}
