/** Request to the scanning thread for the rows nearest to a query. */
export interface ScanRequest {
  /** Addresses in the shared memory. */
  segments: readonly number[]
  /** Used rows. The last segment may be partly empty. */
  rowCount: number
  query: Float32Array
  maxDistance: number
  limit: number
}

/** Nearest first. Row numbers start at the first segment. */
export type ScanResult = { row: number; distance: number }[]
