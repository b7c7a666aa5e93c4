import { createSearchToken } from '../../../contract/competitors.ts'
import { isApiError, request } from '../api.ts'
import type { SearchPass } from './types.ts'

/** Caches replacement tokens, so that entries with the same pass request one new token, not one each. */
const renewedTokens = new Map<string, string>()

/**
 * Calls `act` with the token of a search pass. When the token is rejected, it is renewed once and `act` is repeated.
 *
 * @throws ApiError what `act` or the renewal throws
 */
export async function withSearchPass<Result>(
  pass: SearchPass,
  act: (token: string) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { eventId, tokenRequest } = pass
  const key = JSON.stringify([eventId, tokenRequest])
  const token = renewedTokens.get(key) ?? pass.token
  try {
    if (token) return await act(token)
  } catch (error) {
    if (!isApiError(error, 'TokenExpired', 'TokenInvalid', 'Unauthenticated')) throw error
  }
  const newToken = await request(createSearchToken, { params: { eventId }, body: tokenRequest, signal })
  renewedTokens.set(key, newToken.token)
  return act(newToken.token)
}
