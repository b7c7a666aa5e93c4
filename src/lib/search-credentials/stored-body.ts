import * as z from 'zod/mini'
import type { SearchCredentials } from './search-credentials.ts'
import { toStoredCredentials } from './stored.ts'

const StoredBody = z.looseObject({ pass: z.looseObject({ wish: z.unknown() }) })

/**
 * Converts the body of a queued action to the names that the code uses. Validates nothing: the schema of the action does. A
 * body without credentials is returned unchanged.
 */
export function fromStoredBody(stored: unknown): unknown {
  const { data } = StoredBody.safeParse(stored)
  if (!data) return stored
  const { pass, ...rest } = data
  const { wish: tokenRequest, ...credentials } = pass
  return { ...rest, searchCredentials: { ...credentials, tokenRequest } }
}

/** Converts the body of a queued action to the names that devices store. */
export function toStoredBody({
  searchCredentials,
  ...rest
}: {
  searchCredentials?: SearchCredentials
}): object {
  return { ...rest, ...(searchCredentials && { pass: toStoredCredentials(searchCredentials) }) }
}
