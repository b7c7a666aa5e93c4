export type PhotoMime = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'

/** Brands of an ISO media file with an HEVC still picture, as written by iPhones. */
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

function textAt(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** Detects the file type by its first bytes, regardless of its name. Returns null for unsupported types. */
export function detectFileType(bytes: Uint8Array): PhotoMime | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (textAt(bytes, 4, 8) === 'ftyp' && heicBrands.has(textAt(bytes, 8, 12))) return 'image/heic'
  return null
}
