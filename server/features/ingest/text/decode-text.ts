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
  const foreignFileProblem = describeForeignFile(bytes)
  if (foreignFileProblem !== undefined) throw new NotText(foreignFileProblem)
  if (encoding !== undefined && !isKnownEncoding(encoding)) {
    throw new NotText(
      `"${encoding}" is no known encoding; use a name like utf-8, utf-16le, windows-1251, cp866`,
    )
  }
  const usedEncoding =
    encoding === undefined ? await detectEncoding(bytes) : { encoding, alternative: undefined }
  const text = decodeAs(bytes, usedEncoding.encoding)
  const binaryProblem = describeBinary(text)
  if (binaryProblem !== undefined) throw new NotText(binaryProblem)
  return { ...usedEncoding, text, isDetected: encoding === undefined }
}
