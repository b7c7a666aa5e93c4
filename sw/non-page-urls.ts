/**
 * Matches URLs that are no pages, by path and query: calls, media, paid files, the bank, the sign-on server, and files with an
 * extension. Words of a search may contain a point: `/search/e1/15.1`, `/event/e1/video?number=15.1`.
 */
export const nonPagePatterns: readonly RegExp[] = [
  /^\/(public|media|files|bank|auth|demo-files|docs|healthz|readyz|metrics|openapi)(\/|$)/,
  /^\/(?!search\/)[^?]*\.[a-z0-9]+(\?|$)/i,
]
