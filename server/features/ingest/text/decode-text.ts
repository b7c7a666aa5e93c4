import { decodeAs, isKnownEncoding } from './decode-as.ts'
import { detectEncoding } from './detect-encoding.ts'
import { describeBinary, describeForeignFile } from './foreign-file.ts'

/** Text of a file with the encoding it was read in. */
export interface DecodedText {
  readonly text: string
  readonly encoding: string
  readonly isDetected: boolean
  /** Another plausible encoding; see `DetectedEncoding`. */
  readonly alternative: string | undefined
}

/** Thrown for bytes that are no text; the message says what they are. */
export class NotText extends Error {
  override readonly name = 'NotText'
}

/**
 * Decodes a text file.
 *
 * @param encoding its name, e.g. `windows-1251`; detected when absent
 * @throws NotText when the file is of another kind, e.g. a workbook, or the encoding is unknown
 */
export async function decodeText(bytes: Uint8Array, encoding?: string): Promise<DecodedText> {
  const foreign = describeForeignFile(bytes)
  if (foreign !== undefined) throw new NotText(foreign)
  if (encoding !== undefined && !isKnownEncoding(encoding)) {
    throw new NotText(
      `"${encoding}" is no known encoding; use a name like utf-8, utf-16le, windows-1251, cp866`,
    )
  }
  const chosen = encoding === undefined ? await detectEncoding(bytes) : { encoding, alternative: undefined }
  const text = decodeAs(bytes, chosen.encoding)
  const binary = describeBinary(text)
  if (binary !== undefined) throw new NotText(binary)
  return { ...chosen, text, isDetected: encoding === undefined }
}
