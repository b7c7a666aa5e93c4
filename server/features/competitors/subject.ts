/** Whom a search token searches for. Numbers are in their normal form, surnames folded. */
export type Subject =
  | { readonly kind: 'event' }
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'competitor'; readonly competitorId: string; readonly number: string }
  | { readonly kind: 'surname'; readonly surname: string }
  | { readonly kind: 'face'; readonly selfieId: string; readonly personId: string }

/** What a verified search token says. */
export interface SearchClaims {
  readonly tenant: string
  readonly eventId: string
  readonly subject: Subject
  readonly expiresOn: Date
}

/**
 * Under which name answers (“this is me”) of a subject are kept. A runner found by name or by number is the same
 * runner. Undefined for the whole event, which is nobody.
 */
export function answerKeyOf(subject: Subject): string | undefined {
  if (subject.kind === 'event') return undefined
  if (subject.kind === 'surname') return `surname:${subject.surname}`
  if (subject.kind === 'face') return `face:${subject.personId}`
  return `number:${subject.number}`
}
