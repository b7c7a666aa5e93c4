import { toWellFormed } from '../../contract/uri.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Returns the beginning of a text that fits the limits. It ends with a whole character, as readers see it: neither emoji nor
 * letters with accents are cut, and halves of surrogate pairs are replaced.
 *
 * @param longest in UTF-16 code units
 * @param longestInBytes of UTF-8. Default: no limit
 */
export function cutText(given: string, longest: number, longestInBytes = Number.POSITIVE_INFINITY): string {
  const text = toWellFormed(given)
  if (text.length <= longest && Buffer.byteLength(text) <= longestInBytes) return text
  let end = 0
  let bytes = 0
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (end + segment.length > longest || bytes > longestInBytes) break
    end += segment.length
  }
  return text.slice(0, end)
}
