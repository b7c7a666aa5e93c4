/** Lists the minimum pixels on the long side of each sheet at 150 dpi, largest sheet first. */
const sheets = [
  ['A1', 4967],
  ['A2', 3508],
  ['A3', 2480],
  ['A4', 1754],
  ['A5', 1240],
] as const

/**
 * Returns the largest ISO sheet that a picture fills at 150 dpi.
 *
 * @param longSideInPx pixels of the longer side
 */
export function findPrintSize(longSideInPx: number): string {
  return sheets.find(([, minPx]) => longSideInPx >= minPx)?.[0] ?? 'A6'
}
