import type { Call } from '../../../contract/call.ts'
import { commonErrors, type ErrorCode } from '../../../contract/errors.ts'

/** Returns every code that a call may answer: the common ones, those of its method and body, and its own. */
export function listErrorCodes(call: Call): ErrorCode[] {
  const hasBody = call.method !== 'GET' && call.method !== 'HEAD'
  return [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...(hasBody ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
      ...(call.idempotent ? (['IdempotencyKeyReused'] as const) : []),
      ...call.errors,
    ]),
  ]
}
