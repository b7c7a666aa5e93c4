/** Lists Cyrillic letters, each followed by its usual Latin transliteration. Missing letters need no change. */
const pairs =
  'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya'
const latin = new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]))

/** Different spellings of the same sound, applied in this order. */
const sameSounds: readonly (readonly [RegExp, string])[] = [
  [/shch|sch/g, 'sh'],
  [/kh/g, 'h'],
  [/tz/g, 'ts'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/[jy]/g, 'i'],
  [/i+(?=[aeu])/g, ''],
  [/i+o/g, 'e'],
  [/(.)\1+/g, '$1'],
]

/**
 * Folds a text by sound for searching: case, ё, accents, width, invisible marks and the alphabet are ignored, so that
 * `Kovalev`, `Kovalyov`, `КОВАЛЁВ` and `Ковалев` are equal. Returns words of letters and digits, separated by one space.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\p{Cc}'’ʼ]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldWord)
    .join(' ')
}

function foldWord(word: string): string {
  if (/^\p{N}+$/u.test(word)) return word
  const written = word.replace(/./gu, (letter) => latin.get(letter) ?? letter)
  return sameSounds.reduce((sound, [pattern, replacement]) => sound.replace(pattern, replacement), written)
}
