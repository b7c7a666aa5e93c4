/** Prints rows as a table of Markdown, so that it can be pasted into the documentation. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log([formatRow(columns), formatRow(columns.map(() => '---')), ...rows.map(formatRow)].join('\n'))
}
