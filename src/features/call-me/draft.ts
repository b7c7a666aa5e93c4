/** Contains the input of the alert form while the runner takes a selfie. In memory only: lost when the page is unloaded. */
export interface AlertDraft {
  by: 'number' | 'selfie'
  number: string
  channel: 'push' | 'mail'
  email: string
}

const drafts = new Map<string, AlertDraft>()

export const readDraft = (eventId: string): AlertDraft | undefined => drafts.get(eventId)

export function saveDraft(eventId: string, draft: AlertDraft | undefined): void {
  if (draft) drafts.set(eventId, draft)
  else drafts.delete(eventId)
}
