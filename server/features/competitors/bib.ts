/** Lists Cyrillic capitals, as typed on a Russian keyboard, each before the Latin letter that it resembles. */
const pairs = 'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX'
const alike = new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]))

/**
 * Returns the normal form of a start number: `００１２３ ` is `123`, `a-012` is `A12`, `№ 7` is `7`.
 *
 * @returns undefined when it is not a start number, e.g. `*`
 */
export function normalBib(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/./gu, (letter) => alike.get(letter) ?? letter)
  const [, lead = '', digits] =
    /^([A-Z]{0,3})(\d{1,7})$/.exec(plain.replace(/^(?:№|NO\b|#)/u, '').replace(/[\s\p{Cf}-]/gu, '')) ?? []
  if (digits === undefined) return undefined
  return lead + digits.replace(/^0+(?=\d)/, '')
}
