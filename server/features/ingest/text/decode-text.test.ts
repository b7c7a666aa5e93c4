import iconv from 'iconv-lite'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { decodeText, NotText } from './decode-text.ts'

it('decodes with the given encoding', async () => {
  const bytes = iconv.encode('Щукин', 'koi8-r')
  expect(await decodeText(bytes, 'koi8-r')).toMatchObject({
    text: 'Щукин',
    encoding: 'koi8-r',
    isDetected: false,
  })
  await expect(decodeText(bytes, 'windows-9999')).rejects.toThrow(/no known encoding.*windows-1251/)
  await expect(decodeText(bytes, 'base64')).rejects.toThrow(NotText)
})

/** Returns a ZIP file with these entries, as spreadsheets are. */
async function makeZip(...entries: string[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of entries) zip.addBuffer(Buffer.from('<x/>'), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}

const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })

it.each([
  [
    'an Excel workbook',
    () => makeZip('[Content_Types].xml', 'xl/workbook.xml'),
    /Excel workbook \(.xlsx\).*save.*as CSV/,
  ],
  ['a Word document', () => makeZip('[Content_Types].xml', 'word/document.xml'), /Word document/],
  ['another ZIP file', () => makeZip('list.csv'), /ZIP archive.*unpack/],
  [
    'an old Excel workbook',
    () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    /old format \(.xls\).*save.*as CSV/,
  ],
  ['a PDF document', () => Buffer.from('%PDF-1.7\n'), /PDF.*save.*as CSV/],
  ['a PNG picture', () => picture.clone().png().toBuffer(), /picture \(PNG\)/],
  ['a JPEG picture', () => picture.clone().jpeg().toBuffer(), /picture \(JPEG\)/],
  ['a WebP picture', () => picture.clone().webp().toBuffer(), /picture \(WebP\)/],
  ['a web page', () => Buffer.from('\uFEFF\n<html><table><tr><td>bib</td></tr></table></html>'), /web page/],
  ['XML', () => Buffer.from('<?xml version="1.0"?><list/>'), /XML/],
  ['a file without bytes', () => Buffer.alloc(0), /empty/],
  ['a file of blanks', () => Buffer.from('\uFEFF \r\n\r\n'), /empty/],
  ['zero bytes', () => Buffer.alloc(300), /binary/],
  [
    'other bytes',
    () => Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 197 + (index >> 3)) % 256)),
    /binary/,
  ],
])('refuses %s', async (_what, make, reason) => {
  await expect(Promise.resolve(make()).then((bytes) => decodeText(bytes))).rejects.toThrow(NotText)
  await expect(Promise.resolve(make()).then((bytes) => decodeText(bytes))).rejects.toThrow(reason)
})

it('refuses an OpenDocument spreadsheet', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), 'mimetype', {
    compress: false,
  })
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array))
  await expect(decodeText(Buffer.concat(parts))).rejects.toThrow(/OpenDocument spreadsheet/)
})
