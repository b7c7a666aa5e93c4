/** Names the response header of a cached answer: the time when the service gave it, ms since 1970. */
export const cachedAtHeader = 'photofinish-copied-on'

/** Returns when a cached answer was received from the service; undefined for an answer from the network. */
export function readCachedAt(headers: Headers): number | undefined {
  const text = headers.get(cachedAtHeader)
  return text === null ? undefined : Number(text)
}
