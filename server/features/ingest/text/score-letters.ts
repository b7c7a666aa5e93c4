import { alphabets, type ListEncoding } from './alphabets.ts'

/** Lists the costs of features that do not occur in names. A letter of the language costs 0 to 1. */
const costs = {
  brokenByte: 12,
  symbol: 6,
  foreignLetter: 3,
  mixedScripts: 6,
  oddCase: 4,
  oddWord: 1.5,
  lowerCaseWord: 0.8,
  capitals: 0.5,
  quote: 1,
}

/** Limits the letters that are counted, for large files. */
const maxLetters = 20_000

const languageCosts = new Map(
  Object.entries(alphabets).map(([name, letters]) => [
    name,
    new Map(
      Array.from(letters).map((letter, rank, all) => [letter, Math.log2(1 + rank) / Math.log2(all.length)]),
    ),
  ]),
)

/**
 * Returns how badly a decoded text fits names in the languages of an encoding: the mean cost per character outside ASCII. Names
 * in the right encoding have less than 1.
 *
 * @param rarityCost cost of a rare encoding, which many letters outweigh
 */
export function scoreLetters(
  text: string,
  { languages }: Pick<ListEncoding, 'languages'>,
  rarityCost: number,
): number {
  const letters = new Map<string, number>()
  let cost = 0
  let total = 0
  const words = { all: 0, lowerCase: 0 }
  for (const [word] of text.matchAll(/[^\s\d,;|()=:/]+/g)) {
    if (/^\p{ASCII}+$/u.test(word)) continue
    cost += computeWordCost(word)
    words.all += 1
    words.lowerCase += countMatches(word, /^(?!\p{ASCII})\p{Ll}/gu)
    for (const [letter] of word.toLowerCase().matchAll(/[^\p{ASCII}]/gu)) {
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
      total += 1
    }
    if (total > maxLetters) break
  }
  if (total === 0) return 0
  // Names begin with a capital, except in lists without any.
  cost += words.lowerCase * (words.lowerCase > words.all * 0.8 ? costs.lowerCaseWord : costs.oddWord)
  return (
    (rarityCost + cost + Math.min(...languages.map((language) => computeLetterCost(letters, language)))) /
    total
  )
}

function computeLetterCost(letters: ReadonlyMap<string, number>, language: string): number {
  const letterCosts = languageCosts.get(language)
  let cost = 0
  for (const [letter, countMatches] of letters) {
    if (/[^ªº]/u.test(letter) && /\p{L}/u.test(letter))
      cost += countMatches * (letterCosts?.get(letter) ?? costs.foreignLetter)
  }
  return cost
}

const countMatches = (word: string, pattern: RegExp) => word.match(pattern)?.length ?? 0

function computeWordCost(word: string): number {
  return (
    costs.brokenByte * countMatches(word, /[\uFFFD\u0080-\u009F]/g) +
    costs.symbol * countMatches(word, /[^\p{L}\p{ASCII}\uFFFD\u0080-\u009F’‘“”„«»–—№ªº°\u00A0]/gu) +
    costs.symbol * countMatches(word, /(?<=\p{L})[“”„«»–—](?=\p{L})|[ªº°](?=\p{L})|(?<=[^nN])°/gu) +
    costs.quote * countMatches(word, /[’‘“”„«»–—](?!\p{L})|(?<!\p{L})[’‘“”„«»–—]/gu) +
    costs.mixedScripts * (scripts.filter((script) => script.test(word)).length > 1 ? 1 : 0) +
    costs.oddCase * countMatches(word.replace(prefixes, ''), /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}|^ß/gu) +
    // Latin names have plain letters as well.
    costs.oddWord * countMatches(word, /^(?:(?=\p{Script=Latin})[^\p{ASCII}]){2,}$/gu) +
    costs.oddWord * countMatches(word, /(?:(?=\p{Script=Latin})[^\p{ASCII}]){3}/gu) +
    costs.capitals * countMatches(word, /^(?!\p{ASCII})\p{Lu}{2}/gu)
  )
}

/** Lists the scripts. A word of a name uses only one of them. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]

/** Prefixes before a capital, as in McDonald. */
const prefixes = /^(?:Mc|Mac|De|Le|La|Di|Van|Da|Du|O)(?=\p{Lu})/u
