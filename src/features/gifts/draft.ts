import * as z from 'zod/mini'
import { stored } from '../../platform/storage/index.ts'

const Draft = z.object({
  count: z.optional(z.int()),
  recipients: z.optional(z.string()),
})
type Draft = z.infer<typeof Draft>

/** What was filled in and is in no cart yet; a reload takes nothing of it. */
export const draft = stored<Draft>({ key: 'giftDraft', schema: Draft, initial: {} })

export function noteInDraft(news: Draft): void {
  draft.write({ ...draft.read(), ...news })
}
