/** Characters between cells. */
export const separators: readonly string[] = [';', ',', '\t', '|']

/** Matches the first line that Excel writes and reads, `sep=;`. */
const separatorDeclaration = /^\s*"?sep=(.)"?[;,\t|]*\s*?(?=\r|\n|$)/i

/**
 * Removes the quotes around whole lines, which Excel writes when it saves a list that it has opened with another separator:
 * `"401;Li;Bo"`.
 */
function unwrapLines(text: string): string {
  const lines = text.split(/(\r\n|\r|\n)/)
  const isWrapped = (line: string) => {
    const inner = line.slice(1, -1).replaceAll('""', '')
    const isQuoted = line.length > 2 && line.startsWith('"') && line.endsWith('"') && !inner.includes('"')
    return isQuoted && separators.some((separator) => inner.includes(separator))
  }
  if (!lines.every((line) => line.trim() === '' || isWrapped(line))) return text
  return lines.map((line) => (isWrapped(line) ? line.slice(1, -1).replaceAll('""', '"') : line)).join('')
}

/**
 * Removes what Excel adds to CSV: the line `sep=;`, and quotes around whole lines. The number of lines stays.
 *
 * @returns the text, and the separator that its first line names
 */
export function removeExcelMarks(text: string): { text: string; declaredSeparator: string | undefined } {
  const unwrapped = unwrapLines(text)
  const [declarationLine = '', declaredSeparator] = separatorDeclaration.exec(unwrapped) ?? []
  return { text: unwrapped.slice(declarationLine.length), declaredSeparator }
}
