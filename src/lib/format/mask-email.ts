/**
 * Masks an e-mail for pages that other people see; its owner still recognizes it: `r•••@mail.example`.
 *
 * @param email with an `@`; without one, all but the first character is masked
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${at > 0 ? email.slice(at) : ''}`
}
