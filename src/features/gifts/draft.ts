import * as z from 'zod/mini'
import { persisted } from '../../platform/storage/index.ts'

const Draft = z.object({
  count: z.optional(z.int()),
  recipients: z.optional(z.string()),
})
type Draft = z.infer<typeof Draft>

/** Persists form input that is in no cart yet, across reloads. */
export const draft = persisted<Draft>({ key: 'giftDraft', schema: Draft, initial: {} })

export function saveToDraft(changes: Draft): void {
  draft.write({ ...draft.read(), ...changes })
}
