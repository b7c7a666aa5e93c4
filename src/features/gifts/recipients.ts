import { Email } from '../../../contract/email.ts'

/** Parses addresses separated by white space, commas or semicolons. Returns them, or the first invalid one as `wrong`. */
export function recipientsIn(typed: string): { emails: string[]; wrong: string | undefined } {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '')
  const wrong = words.find((word) => !Email.safeParse(word).success)
  return { emails: wrong === undefined ? words : [], wrong }
}
