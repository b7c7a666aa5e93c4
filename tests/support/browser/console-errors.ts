/** Chromium's code of a request that its page has cancelled: by an `AbortController`, or because it was left. */
const cancelCode = 'net::ERR_ABORTED'

/**
 * Returns whether a console error is only about a cancelled request. Chromium itself reports none, but the app may report
 * the failed import of a module.
 *
 * @param cancelled URLs of requests that failed with the code of a cancellation
 */
export function isCancelledRequestError(line: string, cancelled: ReadonlySet<string>): boolean {
  if (line.startsWith('Failed to load resource')) return line.includes(cancelCode)
  const [, url] = /Failed to fetch dynamically imported module: (\S+)/.exec(line) ?? []
  return url !== undefined && cancelled.has(url)
}

/** Returns whether a failed request was cancelled by its page. */
export const isCancelErrorText = (errorText: string | undefined): boolean => errorText === cancelCode
