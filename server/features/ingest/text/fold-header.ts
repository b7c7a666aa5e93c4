/** Limits the characters of a header that are compared. */
const maxHeaderLength = 200

/**
 * Returns the letters and digits of a header in lower case without accents: `Bib No.` and `BIB#` are `bibno`, `№` is `no`,
 * `Prénom` is `prenom`.
 */
export function foldHeader(cell: string): string {
  return cell
    .slice(0, maxHeaderLength)
    .replace(/n[º°]|#/gi, 'no')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[łøı]/g, (letter) => ({ ł: 'l', ø: 'o', ı: 'i' })[letter] ?? letter)
    .replace(/[^й]+/g, (rest) => rest.normalize('NFD'))
    .replace(/[^\p{L}\d]/gu, '')
}
