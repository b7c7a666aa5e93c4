const toLatin1Bytes = (text: string) => [...Buffer.from(text, 'latin1')]

/** Lists the first bytes of file types that are not text, with their offset. */
const signatures: readonly (readonly [kind: string, bytes: readonly number[], offset?: number])[] = [
  ['an Excel workbook of the old format (.xls)', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF document', toLatin1Bytes('%PDF')],
  ['a picture (PNG)', [0x89, ...toLatin1Bytes('PNG')]],
  ['a picture (JPEG)', [0xff, 0xd8, 0xff]],
  ['a picture (GIF)', toLatin1Bytes('GIF8')],
  ['a picture (WebP)', toLatin1Bytes('WEBP'), 8],
  ['a picture (TIFF)', [0x49, 0x49, 0x2a, 0]],
  ['a picture (TIFF)', [0x4d, 0x4d, 0, 0x2a]],
  ['a picture or video (HEIC, AVIF, MP4)', toLatin1Bytes('ftyp'), 4],
  ['an RTF document', toLatin1Bytes('{\\rtf')],
  ['an archive (gzip)', [0x1f, 0x8b]],
  ['an archive (7-Zip)', toLatin1Bytes('7z\xbc\xaf\x27\x1c')],
  ['an archive (RAR)', toLatin1Bytes('Rar!')],
  ['a database (SQLite)', toLatin1Bytes('SQLite format 3')],
]

/** Lists names inside ZIP containers that identify the file type. */
const containers: readonly (readonly [kind: string, name: string])[] = [
  ['an Excel workbook (.xlsx)', 'xl/'],
  ['an OpenDocument spreadsheet (.ods)', 'opendocument.spreadsheet'],
  ['a Numbers spreadsheet', 'Index/Document.iwa'],
  ['a Word document (.docx)', 'word/'],
  ['an OpenDocument text (.odt)', 'opendocument.text'],
]

const saveAsCsv = 'open it and save the list as CSV (UTF-8)'

/** Returns why decoded text is none: more than 8 % are control characters, as in binary files, which have 11 %. */
export function describeBinary(text: string): string | undefined {
  const sample = text.slice(0, 4096)
  const controls = sample.match(/[^\P{Cc}\t\r\n]/gu)?.length ?? 0
  if (text.trim() === '') return 'The file is empty'
  return controls > sample.length * 0.08 ? `The file is binary, not text: ${saveAsCsv}` : undefined
}

/** Returns why a file is no plain text, with what to do about it; undefined for text. */
export function describeForeignFile(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty'
  if (startsWith(bytes, toLatin1Bytes('PK\x03\x04')) || startsWith(bytes, toLatin1Bytes('PK\x05\x06'))) {
    const names =
      Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1') +
      Buffer.from(bytes.subarray(-64 * 1024)).toString('latin1')
    const kind = containers.find(([, name]) => names.includes(name))?.[0]
    return `The file is ${kind ?? 'a ZIP archive'}, not CSV: ${kind === undefined ? 'unpack it, or ' : ''}${saveAsCsv}`
  }
  const found = signatures.find(([, signature, offset = 0]) => startsWith(bytes.subarray(offset), signature))
  if (found) return `The file is ${found[0]}, not CSV: ${saveAsCsv}`
  const start = Buffer.from(bytes.subarray(0, 4096))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (/^<(?:!doctype html|html|table|head|body|meta|style)/.test(start))
    return `The file is a web page (HTML), not CSV: ${saveAsCsv}`
  if (/^<\?xml|^<[a-z][\w:.-]*[\s>]/.test(start)) return `The file is XML, not CSV: ${saveAsCsv}`
  return undefined
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
