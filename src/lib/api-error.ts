import { type ErrorCode, errorStatus, type Problem } from '../../contract/errors.ts'

/** Represents a failed call: the contract's code, the HTTP status (1001 without a valid answer), the problem document. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly problem?: Problem
  /** Wait from `Retry-After`, when the server sent it. */
  readonly retryAfterInMs?: number
  /** Whether the call timed out. It is not retried at once: the user would wait for a second timeout. */
  readonly timedOut: boolean

  constructor(
    code: ErrorCode,
    status: number,
    details: { problem?: Problem; retryAfterInMs?: number; timedOut?: boolean; cause?: unknown } = {},
  ) {
    super(details.problem?.title ?? code, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.problem = details.problem
    this.retryAfterInMs = details.retryAfterInMs
    this.timedOut = details.timedOut ?? false
  }
}

/** Returns the error of a call without an answer, or with one of a proxy or a captive portal. */
export function createNoResponseError(cause?: unknown, timedOut = false): ApiError {
  return new ApiError('NoResponse', errorStatus.NoResponse, { cause, timedOut })
}

/** Checks whether an error has one of the given codes (any code when none is given); narrows to ApiError. */
export function isApiError(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
}

/** Parses JSON. Returns undefined for invalid JSON, which no answer schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
