/** Asks the scanning thread for the rows nearest to a query. */
export interface ScanRequest {
  /** Addresses in the shared memory. */
  segments: readonly number[]
  /** Rows in use; the last segment may be partly empty. */
  rowCount: number
  query: Float32Array
  maxDistance: number
  limit: number
}

/** Nearest first; rows count from the first segment on. */
export type ScanResult = { row: number; distance: number }[]
