import { decodeAs } from './decode-as.ts'

const byteOrderMarks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
]

/**
 * Returns the Unicode encoding of a text, with or without a byte order mark; undefined when it is in another encoding.
 *
 * @param isTruncated whether the sample is the beginning of a longer text, so that its last character may be incomplete
 */
export function detectUnicode(sample: Uint8Array, isTruncated: boolean): string | undefined {
  const matchingMark = byteOrderMarks.find(([, bytes]) =>
    bytes.every((byte, index) => sample[index] === byte),
  )
  return matchingMark?.[0] ?? detectUtf16(sample) ?? (isUtf8(sample, isTruncated) ? 'utf-8' : undefined)
}

/**
 * Detects UTF-16 without a byte order mark. In the right byte order the text has mainly common characters and line ends. In the
 * wrong one, as in any other encoding, it has rare ones.
 */
function detectUtf16(sample: Uint8Array): string | undefined {
  const zeros = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (sample.length < 4 || zeros < sample.length / 20) return undefined
  return ['utf-16le', 'utf-16be'].find((encoding) => {
    const text = decodeAs(sample, encoding)
    const commonCount = text.match(/[\r\n\t\u0020-\u007E\u00A0-\u024F\u0370-\u058F№]/gu)?.length ?? 0
    return (
      commonCount > text.length * 0.8 ||
      (commonCount > text.length / 3 && /[\r\n]/.test(text) && !text.includes('\0'))
    )
  })
}

/** Returns whether the bytes are UTF-8. A few broken bytes among many letters are damage, not another encoding. */
function isUtf8(sample: Uint8Array, isTruncated: boolean): boolean {
  const text = decodeAs(isTruncated ? sample.subarray(0, findLastLineEnd(sample)) : sample, 'utf-8')
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  if (broken === 0) return true
  const letters = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return letters >= broken * 10
}

function findLastLineEnd(sample: Uint8Array): number {
  const end = Math.max(sample.lastIndexOf(0x0a), sample.lastIndexOf(0x0d))
  return end > 0 ? end : sample.length - 3
}
