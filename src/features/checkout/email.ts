import { findTypedEmailError } from '../email/index.ts'

/**
 * Returns the initial value of the field: the address of a link, else the one typed last time.
 *
 * @param queries of the page and of the link that opened the app. A query with two addresses, or with an invalid one, is
 *   ignored
 */
export function selectInitialEmail(queries: readonly URLSearchParams[], lastEmail: string | null): string {
  for (const query of queries) {
    const [firstValue, second] = query.getAll('email')
    if (firstValue !== undefined && second === undefined && findTypedEmailError(firstValue) === undefined)
      return firstValue.trim()
  }
  return lastEmail ?? ''
}

/**
 * Returns the value of the field: the text typed here, else the address of the signed-in user, else the result of
 * {@link firstEmail}.
 */
export function selectEmail(sources: {
  typed: string | undefined
  accountEmail: string | undefined
  queries: readonly URLSearchParams[]
  lastEmail: string | null
}): string {
  const { typed, accountEmail, queries, lastEmail } = sources
  return typed || accountEmail || selectInitialEmail(queries, lastEmail)
}
