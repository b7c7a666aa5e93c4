const heifBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/**
 * Resolves with whether the service could read a file that this browser cannot, by its magic bytes: JPEG, PNG, WebP, HEIC. File
 * name and MIME type are not reliable.
 */
export async function isReadableByService(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const readText = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  return (
    (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) ||
    readText(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (readText(0, 4) === 'RIFF' && readText(8, 12) === 'WEBP') ||
    (readText(4, 8) === 'ftyp' && heifBrands.has(readText(8, 12)))
  )
}
