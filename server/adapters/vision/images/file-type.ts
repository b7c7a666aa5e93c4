export type PhotoMime = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'

/** Brands of an ISO media file with an HEVC still picture, as written by phones and cameras. */
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'])
/** Brands that name the container alone; the compatible brands name the codec then, or none. */
const containerBrands = new Set(['mif1', 'msf1', 'mif2', 'miaf'])
const maxBrands = 32

function readText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** Detects the file type by its first bytes, regardless of its name. Returns null for unsupported types. */
export function detectFileType(bytes: Uint8Array): PhotoMime | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (readText(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (readText(bytes, 0, 4) === 'RIFF' && readText(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (readText(bytes, 4, 8) === 'ftyp' && isHeic(bytes)) return 'image/heic'
  return null
}

function isHeic(bytes: Uint8Array): boolean {
  const majorBrand = readText(bytes, 8, 12)
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), 16 + maxBrands * 4, bytes.length)
  const compatibleBrands: string[] = []
  for (let offset = 16; offset + 4 <= end; offset += 4)
    compatibleBrands.push(readText(bytes, offset, offset + 4))
  if ([majorBrand, ...compatibleBrands].some((brand) => heicBrands.has(brand))) return true
  return containerBrands.has(majorBrand) && !compatibleBrands.includes('avif')
}
