/**
 * An e-mail as it may stand on a page that others look at, with enough left to know it by: `r•••@mail.example`.
 *
 * @param email with an `@`; what has none is hidden but for its first character
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${at > 0 ? email.slice(at) : ''}`
}
