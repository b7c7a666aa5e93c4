const heifBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/**
 * Resolves with whether the service could read a file that this browser cannot, by its magic bytes: JPEG, PNG, WebP, HEIC. File
 * name and MIME type are not reliable.
 */
export async function isForService(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  return (
    (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && heifBrands.has(text(8, 12)))
  )
}
