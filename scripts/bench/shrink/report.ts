/** Ways to shrink a photo: our worker, the library on the page or in a worker. `none` is the baseline. */
export type ShrinkMethod = 'none' | 'worker' | 'page' | 'library in worker'

export interface Report {
  /** One entry per round, ms. */
  times: number[]
  /** The longest blocking of the page in each round, ms. */
  stalls: number[]
  error?: string
}
