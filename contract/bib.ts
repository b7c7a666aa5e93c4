/** Lists Cyrillic and Greek capitals that look like Latin ones, and those Latin ones in the same order. */
const lookalikeLetters = 'АВЕЁЅІЈКМНОРСТУҮХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latinLetters = 'ABEESIJKMHOPCTYYXABEZHIKMNOPTYX'

/**
 * Matches up to three letters before or after up to seven digits. A hyphen or point may divide the digits (`12-1`). One between
 * letters and digits, or left over at an end, is insignificant.
 */
const bibPattern =
  /^[-.]?([\p{Lu}\p{Lo}]{0,3})[-.]?(\d{1,7})(?:([-.])(\d{1,6}))?[-.]?([\p{Lu}\p{Lo}]{0,3})[-.]?$/u

/** Splits a bib into the parts of `pattern`, without `№`, `#`, `No.`, spaces and invisible characters. */
function splitBib(typedText: string): (string | undefined)[] | undefined {
  const plain = typedText
    .replace(/№|n[º°]/gi, '#')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*(?:#|N[OR](?=[.\s]))[.\s]*/, '')
    .replace(/\s/g, '')
    .replace(/[\p{Pd}−/]/gu, '-')
  const [, before, digits, mark = '', rest = '', after] = bibPattern.exec(plain) ?? []
  if (!digits || (before && after) || (digits + rest).length > 7) return undefined
  return [before, digits, mark, rest, after]
}

/**
 * Returns whether typed text is a bib. Text without digits is a name.
 *
 * @param typed at most one bib, e.g. `128`, `AB12`, `123A`, `12-1`
 */
export const isBib = (typedText: string): boolean => splitBib(typedText) !== undefined

/**
 * Returns the normal form of a bib, by which bibs are stored, compared and shown: `００１２３ ` and `№ 123` are `123`, `a-012` is
 * `A12`, `12–01` is `12-1`, which is not `121`. Letters are Latin capitals where they look like them.
 *
 * @returns undefined when it is not a bib, e.g. `*`
 */
export function normalizeBib(typedText: string): string | undefined {
  return splitBib(typedText)
    ?.map((part = '') =>
      part
        .replace(/^0+(?=\d)/, '')
        .replace(/\D/gu, (letter) => latinLetters[lookalikeLetters.indexOf(letter)] ?? letter),
    )
    .join('')
}
