import type { Call } from '../../../contract/call.ts'
import { commonErrors, type ErrorCode } from '../../../contract/errors.ts'

/** Every code that a call may answer: those of any call, those that come of how it is sent, and its own. */
export function codesOf(call: Call): ErrorCode[] {
  const sends = call.method !== 'GET' && call.method !== 'HEAD'
  return [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...(sends ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
      ...(call.idempotent ? (['IdempotencyKeyReused'] as const) : []),
      ...call.errors,
    ]),
  ]
}
