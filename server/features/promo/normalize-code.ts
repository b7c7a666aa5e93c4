/**
 * Returns the normal form of a code for comparison: width and case folded, spaces removed, any dash replaced by a hyphen. Codes
 * copied from a letter match too.
 */
export function normalizeCode(typedCode: string): string {
  return typedCode
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase()
}
