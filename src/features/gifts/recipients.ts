import { Email } from '../../../contract/email.ts'

/** Parses addresses separated by white space, commas or semicolons. Returns them, or the first invalid one as `wrong`. */
export function parseRecipients(typed: string): { emails: string[]; invalidEmail: string | undefined } {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '')
  const invalidEmail = parts.find((part) => !Email.safeParse(part).success)
  return { emails: invalidEmail === undefined ? parts : [], invalidEmail }
}
