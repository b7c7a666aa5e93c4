import { findEmailError } from '../../../contract/email.ts'
import type { ErrorCode } from '../../../contract/errors.ts'

/** Returns the error of a typed e-mail; undefined when it is valid. */
export function findTypedEmailError(typed: string): ErrorCode | undefined {
  if (typed.trim() === '') return 'CustomerMissing'
  return findEmailError(typed)
}
