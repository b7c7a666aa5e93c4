import { toWellFormed } from '../../contract/uri.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Truncates a text to the limits at a grapheme boundary, so that emoji and letters with accents are not cut. Replaces halves of
 * surrogate pairs.
 *
 * @param maxLength in UTF-16 code units
 * @param maxSizeInBytes of UTF-8. Default: no limit
 */
export function cutText(input: string, maxLength: number, maxSizeInBytes = Number.POSITIVE_INFINITY): string {
  const text = toWellFormed(input)
  if (text.length <= maxLength && Buffer.byteLength(text) <= maxSizeInBytes) return text
  let end = 0
  let bytes = 0
  for (const { segment } of segmenter.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (end + segment.length > maxLength || bytes > maxSizeInBytes) break
    end += segment.length
  }
  return text.slice(0, end)
}
