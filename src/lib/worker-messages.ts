/** Passes a public answer, which a page received before it was controlled, to the service worker's cache. */
export interface AnswerToCache {
  type: 'CACHE_ANSWER'
  /** Absolute or relative to the origin, as requested. */
  url: string
  /** The `accept-language` of the request. */
  language: string
  /** Value of the tenant header of the answer. */
  tenant: string
  /** ms since 1970 */
  receivedOn: number
  /** JSON text. */
  body: string
}

/** Pictures that a page showed before it was controlled; the browser's HTTP cache has them. */
export interface PicturesToCache {
  type: 'CACHE_PICTURES'
  /** Paths on the page's origin. */
  urls: string[]
}
