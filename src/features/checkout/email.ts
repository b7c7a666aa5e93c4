import { faultOfEmail } from '../email/index.ts'

/**
 * What stands in the field at first: the address of the link, else the one typed last time.
 *
 * @param queries of the page and of the link that opened the app; two addresses in one, or none that is an e-mail,
 *   count as none
 */
export function firstEmail(queries: readonly URLSearchParams[], remembered: string | null): string {
  for (const query of queries) {
    const [only, second] = query.getAll('email')
    if (only !== undefined && second === undefined && faultOfEmail(only) === undefined) return only.trim()
  }
  return remembered ?? ''
}

/**
 * What stands in the field: never anything over what was typed here; else the address of whoever is signed in, then as
 * {@link firstEmail} says.
 */
export function suggestedEmail(known: {
  typed: string | undefined
  ofUser: string | undefined
  queries: readonly URLSearchParams[]
  remembered: string | null
}): string {
  const { typed, ofUser, queries, remembered } = known
  return typed || ofUser || firstEmail(queries, remembered)
}
