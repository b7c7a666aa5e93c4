/** Returns the value that a share of the values does not exceed, 0.95 for the 95th percentile. Of no values: 0. */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
