/** Statuses below 500 after which the same request may succeed: not visible yet, timed out, in conflict, or too many. */
const temporaryStatuses: ReadonlySet<number> = new Set([404, 408, 409, 429])

/** Returns whether an HTTP status of a bank's API rejects a request permanently. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !temporaryStatuses.has(status)
}

/** Returns whether an HTTP status rejects the credentials or the permissions of the account. */
export function isAccountRejected(status: number): boolean {
  return status === 401 || status === 403
}
