import { isErrorCode, Problem } from '../../contract/errors.ts'
import { ApiError, createNoResponseError, parseJson } from './api-error.ts'

/** Reads `Retry-After` (seconds or a date); undefined when absent or unreadable. */
function readRetryAfterInMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const inMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(inMs) ? undefined : Math.max(0, inMs)
}

/**
 * Converts a failed answer to an error.
 *
 * @param text the body; anything but our problem document counts as no answer
 */
export function parseApiError(response: Response, text: string): ApiError {
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/(problem\+)?json\b/.test(type))
    return createNoResponseError(`${response.status} ${type}`)
  const parsed = Problem.safeParse(parseJson(text))
  if (!parsed.success) return createNoResponseError(parsed.error)
  const problem = parsed.data
  const code = isErrorCode(problem.code) ? problem.code : 'Unexpected'
  return new ApiError(code, response.status, {
    problem,
    retryAfterInMs: readRetryAfterInMs(response.headers),
  })
}
