import { Email } from '../../../contract/common.ts'
import type { ErrorCode } from '../../../contract/errors.ts'

/** What is wrong with a typed e-mail; undefined when nothing is. */
export function faultOfEmail(typed: string): ErrorCode | undefined {
  if (typed.trim() === '') return 'CustomerMissing'
  return Email.safeParse(typed).success ? undefined : 'EmailInvalid'
}
