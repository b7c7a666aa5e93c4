import { Email, findEmailError } from '../../contract/email.ts'
import { Failure } from './http/problem.ts'

/**
 * Parses an e-mail address from a request: trimmed, its domain in ASCII.
 *
 * @throws Failure EmailInvalid, EmailNotAscii
 */
export function parseEmail(typedText: string): string {
  const email = Email.safeParse(typedText)
  if (!email.success) throw new Failure(findEmailError(typedText) ?? 'EmailInvalid')
  return email.data
}
