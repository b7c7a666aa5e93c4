/** Contains the input of the alert form while the runner takes a selfie. In memory only: lost when the page is unloaded. */
export interface CallDraft {
  by: 'number' | 'selfie'
  number: string
  channel: 'push' | 'mail'
  email: string
}

const drafts = new Map<string, CallDraft>()

export const readDraft = (eventId: string): CallDraft | undefined => drafts.get(eventId)

export function noteDraft(eventId: string, draft: CallDraft | undefined): void {
  if (draft) drafts.set(eventId, draft)
  else drafts.delete(eventId)
}
