import { type ErrorCode, errorStatus, type Problem } from '../../contract/errors.ts'

/** A call that did not succeed: the contract's code, the HTTP status (1001 without a proper answer), the problem document. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly problem?: Problem
  /** How long the server asked to wait, when it did. */
  readonly retryAfterInMs?: number
  /** No bytes came in time; a repeat at once would only make the user wait again. */
  readonly timedOut: boolean

  constructor(
    code: ErrorCode,
    status: number,
    more: { problem?: Problem; retryAfterInMs?: number; timedOut?: boolean; cause?: unknown } = {},
  ) {
    super(more.problem?.title ?? code, { cause: more.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.problem = more.problem
    this.retryAfterInMs = more.retryAfterInMs
    this.timedOut = more.timedOut ?? false
  }
}

/** The error of a call that got no answer, or one that is not the service's (a proxy's or a captive portal's page). */
export function noResponse(cause?: unknown, timedOut = false): ApiError {
  return new ApiError('NoResponse', errorStatus.NoResponse, { cause, timedOut })
}

/** Whether an error is one of the given codes; narrows to ApiError. */
export function isApiError(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
}

/** JSON or undefined, which no schema of an answer accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
