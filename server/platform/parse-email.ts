import { Email, faultOfAddress } from '../../contract/email.ts'
import { Failure } from './http/problem.ts'

/**
 * Parses an e-mail address from a request: trimmed, its domain in ASCII.
 *
 * @throws Failure EmailInvalid, EmailNotAscii
 */
export function parseEmail(typed: string): string {
  const email = Email.safeParse(typed)
  if (!email.success) throw new Failure(faultOfAddress(typed) ?? 'EmailInvalid')
  return email.data
}
