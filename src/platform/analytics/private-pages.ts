/** Matches pages where no third-party script is loaded: orders, payments, the account. */
const privatePages = /^\/(order|order-complete|order-failed|preorder|my-account|my-order)(\/|$)/i

/** Returns whether a page may be counted. */
export function isCounted(path: string): boolean {
  return !privatePages.test(path)
}
