/** How a photo is made small: our worker, the library on the page or on a worker; `none` is for comparison. */
export type Way = 'none' | 'worker' | 'page' | 'library in worker'

export interface Report {
  /** Of each round, ms. */
  times: number[]
  /** The longest time of each round in which the page could do nothing else, ms. */
  stalls: number[]
  error?: string
}
