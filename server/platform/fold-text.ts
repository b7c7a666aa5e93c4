/** Lists Cyrillic letters, each followed by its usual Latin transliteration. Missing letters need no change. */
const cyrillic =
  'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya'
/** Letters of Kazakh, Kyrgyz, Tatar, Bashkir, Yakut, Tajik, Uzbek and Ossetian, as they are written in Russian. */
const turkic = 'әa ғg қk ҡk ңn ҥn өo ұu үu һh ҳh ҷj җzh ҙz ҫs ҕg ӕae'
/** Letters of Serbian and Macedonian, as they are written in the Latin alphabet without accents, and of old Russian. */
const slavic = 'ђd јj љl њn ћc џdz ѕz ѣe ѳf ѵi'
/** Latin and Greek letters that Unicode does not decompose. */
const latin = 'łl øo đd ðd þth ıi ŋn ħh ŧt ßss æae œoe əe ɛe ɔo ƒf ɖd ɗd ɓb ƙk ɨi ʉu ςσ'

const replacementByLetter = new Map(
  [cyrillic, turkic, slavic, latin].flatMap((pairs) =>
    pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)] as const),
  ),
)

/** Different spellings of the same sound, applied in this order. */
const soundReplacements: readonly (readonly [RegExp, string])[] = [
  [/shch|sch/g, 'sh'],
  [/kh/g, 'h'],
  [/tz/g, 'ts'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/q/g, 'k'],
  // umlauts written with e: Mueller, Loewe; not the endings of Isaev and Gaevsky
  [/([aou])e(?!v)/g, '$1'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/[jy]/g, 'i'],
  [/i+(?=[aeu])/g, ''],
  [/i+o/g, 'e'],
  [/(.)\1+/gu, '$1'],
]

/** Identifies the results of `foldText`. Increment it when they change: stored ones are then recomputed at the next start. */
export const foldVersion = 2

/**
 * Folds a text by sound for comparing what people write: case, accents, width, invisible marks, apostrophes and the alphabet
 * are ignored, so that `Kovalev`, `Kovalyov`, `КОВАЛЁВ` and `Ковалев` are equal, `Müller`, `Mueller` and `Muller`, and
 * `Қуанышбай` and `Куанышбай`. Returns words of letters and digits, separated by one space. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  return text
    .replace(/['’‘ʼʻ`´′ʹ＇]/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Lm}\p{Sk}]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldWord)
    .filter((word) => word !== '')
    .join(' ')
}

function foldWord(word: string): string {
  if (/^\p{N}*$/u.test(word)) return word
  let folded = word.replace(/./gu, (letter) => replacementByLetter.get(letter) ?? letter)
  // one replacement may complete another spelling: `auio`, `aue`, `au`
  for (let previous = ''; folded !== previous; ) {
    previous = folded
    folded = soundReplacements.reduce(
      (sound, [pattern, replacement]) => sound.replace(pattern, replacement),
      folded,
    )
  }
  return folded
}
