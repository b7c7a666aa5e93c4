/** Reads the query of this worker's URL, which the page adds only in tests; otherwise 0. */
export const urlFactor = Number(location.search.slice(1))

// must be imported before everything that reads it
globalThis.timeLimitFactor = urlFactor
