import { createSearchToken } from '../../../contract/competitors.ts'
import { isApiError, request } from '../api.ts'
import type { SearchCredentials } from './search-credentials.ts'

/** Caches replacement tokens, so that entries with the same search request one new token, not one each. */
const renewedTokens = new Map<string, string>()

/**
 * Calls `callApi` with the token of a search. When the token is rejected, it is renewed once and the call is repeated.
 *
 * @throws ApiError what `callApi` or the renewal throws
 */
export async function withSearchCredentials<Result>(
  credentials: SearchCredentials,
  callApi: (token: string) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { eventId, tokenRequest } = credentials
  const key = JSON.stringify([eventId, tokenRequest])
  const token = renewedTokens.get(key) ?? credentials.token
  try {
    if (token) return await callApi(token)
  } catch (error) {
    if (!isApiError(error, 'TokenExpired', 'TokenInvalid', 'Unauthenticated')) throw error
  }
  const newToken = await request(createSearchToken, { params: { eventId }, body: tokenRequest, signal })
  renewedTokens.set(key, newToken.token)
  return callApi(newToken.token)
}
