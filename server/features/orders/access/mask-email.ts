/** Masks an address: `anna.s@mail.example` becomes `a•••@mail.example`, which its owner can still recognise. */
export function maskEmail(email: string): string {
  const atIndex = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(atIndex)}`
}
