/**
 * A code as it is compared: width and case folded, blanks gone, any dash a hyphen, so that what was copied from a letter
 * still fits.
 */
export function normalCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase()
}
