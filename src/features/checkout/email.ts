import { faultOfEmail } from '../email/index.ts'

/**
 * Returns the initial value of the field: the address of a link, else the one typed last time.
 *
 * @param queries of the page and of the link that opened the app. A query with two addresses, or with an invalid one, is
 *   ignored
 */
export function firstEmail(queries: readonly URLSearchParams[], remembered: string | null): string {
  for (const query of queries) {
    const [only, second] = query.getAll('email')
    if (only !== undefined && second === undefined && faultOfEmail(only) === undefined) return only.trim()
  }
  return remembered ?? ''
}

/**
 * Returns the value of the field: the text typed here, else the address of the signed-in user, else the result of
 * {@link firstEmail}.
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
