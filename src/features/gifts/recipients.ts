import { Email } from '../../../contract/common.ts'

/** The addresses of a text, one a line or parted by commas, and the first that is none. */
export function recipientsIn(typed: string): { emails: string[]; wrong: string | undefined } {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '')
  const wrong = words.find((word) => !Email.safeParse(word).success)
  return { emails: wrong === undefined ? words : [], wrong }
}
