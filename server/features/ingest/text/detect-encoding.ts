import { type ListEncoding, listEncodings } from './alphabets.ts'
import { decodeAs } from './decode-as.ts'
import { detectUnicode } from './detect-unicode.ts'
import { scoreLetters } from './score-letters.ts'

/** Describes the encoding of a text file. */
export interface DetectedEncoding {
  readonly encoding: string
  /** Another encoding that gives other names, which are about as plausible; undefined when the bytes are unambiguous. */
  readonly alternative: string | undefined
}

/** Limits the bytes that are inspected. Names of the first thousands of lines are enough. */
const sampleInBytes = 64 * 1024

/** Encodings of Chinese, Japanese and Korean, by their names in `jschardet`, with those in `iconv-lite`. */
const asianEncodings: Readonly<Record<string, string>> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  CP932: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
}

/** Minimum score advantage of an unambiguous encoding: per letter as in `scoreLetters`, and for all letters. */
const clearAdvantage = { perLetter: 0.15, total: 2 }
/** Score from which the letters fit no language in any encoding of one byte per character; plus 2 in all. */
const poorScore = 1.2

/**
 * Detects the encoding of a text with names.
 *
 * UTF-8 and UTF-16 are recognized by their form. Among the encodings of one byte per character, `jschardet` alone is often
 * wrong for lists of few names: right for 108 of 150 of them. So letters decide first (`scoreLetters`). Its confidence decides
 * between encodings that give equally plausible names.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<DetectedEncoding> {
  const sample = bytes.subarray(0, sampleInBytes)
  const unicode = detectUnicode(sample, bytes.length > sample.length)
  if (unicode !== undefined) return { encoding: unicode, alternative: undefined }
  const confidences = await readConfidences(sample)
  const [best, ...others] = rankEncodings(sample, confidences)
  if (!best) throw new Error('There are no encodings')
  const letters = best.text.match(/[^\p{ASCII}]/gu)?.length ?? 1
  const isPoor = best.score > poorScore + 2 / letters
  const asian = isPoor ? findAsianEncoding(sample, confidences) : undefined
  if (asian !== undefined) return { encoding: asian, alternative: best.name }
  const other = others.find(({ text }) => extractLetters(text) !== extractLetters(best.text))
  if (!other) return { encoding: best.name, alternative: undefined }
  const advantage = other.score - best.score
  const isClear = advantage >= clearAdvantage.perLetter && advantage * letters >= clearAdvantage.total
  return { encoding: best.name, alternative: isClear && !isPoor ? undefined : other.name }
}

/** Returns the encodings of one byte per character, the most plausible first. */
function rankEncodings(sample: Uint8Array, confidences: ReadonlyMap<string, number>) {
  return listEncodings
    .map((encoding, index) => {
      const text = decodeAs(sample, encoding.name)
      const rarityCost = index * 0.15
      const doubt = 1 - (confidences.get(encoding.detectorName) ?? 0)
      return { name: encoding.name, text, score: scoreLetters(text, encoding, rarityCost) + doubt / 10 }
    })
    .sort((a, b) => a.score - b.score)
}

const extractLetters = (text: string) => text.replace(/[^\p{L}]/gu, '')

/** Returns the most probable of `asianEncodings` in which all letters are Chinese, Japanese or Korean. */
function findAsianEncoding(sample: Uint8Array, confidences: ReadonlyMap<string, number>): string | undefined {
  const [found] = Object.entries(asianEncodings)
    .filter(([detectorName, name]) => {
      const text = decodeAs(sample, name).slice(0, -2)
      const nonAsianPattern =
        /[^\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・　]/u
      return (
        confidences.has(detectorName) && !nonAsianPattern.test(text) && !/[a-z](?!\p{ASCII})/iu.test(text)
      )
    })
    .sort(([a], [b]) => (confidences.get(b) ?? 0) - (confidences.get(a) ?? 0))
  return found?.[1]
}

/** Returns the confidence of `jschardet` by its name of the encoding. It is imported on first use, with its model of 7 MB. */
async function readConfidences(sample: Uint8Array): Promise<Map<string, number>> {
  const { detectAll } = await import('jschardet')
  const names = [
    ...listEncodings.map(({ detectorName }: ListEncoding) => detectorName),
    ...Object.keys(asianEncodings),
  ]
  const found = detectAll(sample, { minimumThreshold: 0, detectEncodings: names })
  return new Map(found.flatMap(({ encoding, confidence }) => (encoding ? [[encoding, confidence]] : [])))
}
