import { normalizeBib } from '../../../../contract/bib.ts'

/** Length from which a cell is no bib, in any spelling. */
const maxBibLength = 40

/**
 * Returns a function that reads bibs of a column in normal form. `601.0` and `601,0`, as spreadsheets write numbers, are 601, except
 * where the column has relay bibs of the same team, such as `12.1`.
 *
 * @param cells all cells of the column
 * @returns the bib, or the reason why a cell is none
 */
export function createBibReader(
  cells: readonly string[],
): (cell: string) => { number: string } | { reason: string } {
  const relayTeams = new Set(cells.flatMap((cell) => /^(\d+)[.,]0*[1-9]\d*$/.exec(cell.trim())?.[1] ?? []))
  return (text) => {
    // Spreadsheets mark text that looks like a number.
    const cell = text.replace(/^'|^="(.*)"$/, '$1').trim()
    if (cell === '') return { reason: 'no number' }
    const [, integerPart] = /^(\d+)[.,]0+$/.exec(cell) ?? []
    const number =
      cell.length > maxBibLength
        ? undefined
        : normalizeBib(integerPart !== undefined && !relayTeams.has(integerPart) ? integerPart : cell)
    return number === undefined ? { reason: `"${cell.slice(0, 40)}" is not a start number` } : { number }
  }
}
