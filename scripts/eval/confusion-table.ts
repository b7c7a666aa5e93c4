/** Confusion counts of two judges on the same pictures. */
export class ConfusionTable {
  readonly #counts = new Map<string, Map<string, number>>()

  count(row: string, column: string): void {
    const counts = this.#counts.get(row) ?? new Map<string, number>()
    counts.set(column, (counts.get(column) ?? 0) + 1)
    this.#counts.set(row, counts)
  }

  sum(matchesRow: (name: string) => boolean, matchesColumn: (name: string) => boolean): number {
    let sum = 0
    for (const [row, counts] of this.#counts)
      for (const [column, count] of counts) if (matchesRow(row) && matchesColumn(column)) sum += count
    return sum
  }

  print(corner: string): void {
    const names = new Set<string>()
    for (const counts of this.#counts.values()) for (const column of counts.keys()) names.add(column)
    const columns = [...names].sort()
    const line = (cells: readonly (string | number)[]) =>
      cells.map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(13))).join('')
    console.log(line([corner, ...columns]))
    for (const [row, counts] of [...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
      console.log(line([row, ...columns.map((column) => counts.get(column) ?? 0)]))
  }
}
