const lengthAtMost = 120

/**
 * A name that is safe in every file system and differs from those already taken, whatever the case.
 *
 * @param taken lower-case names of the same folder; the new one is added
 */
export function uniqueFileName(wanted: string, taken: Set<string>): string {
  const cleaned = wanted
    .normalize('NFC')
    // Control characters, marks that turn the reading order around, and what file systems keep for themselves.
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(-lengthAtMost)
  const dot = cleaned.lastIndexOf('.')
  const stem = (dot > 0 ? cleaned.slice(0, dot) : cleaned) || 'file'
  const extension = dot > 0 ? cleaned.slice(dot) : ''
  const safeStem = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `_${stem}` : stem
  let name = `${safeStem}${extension}`
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${safeStem}-${number}${extension}`
  taken.add(name.toLowerCase())
  return name
}
