/** Where no script of a third party is let in: orders, payments, the account. */
const isPrivate = /^\/(order|order-complete|order-failed|preorder|my-account|my-order)(\/|$)/i

/** Whether a page may be counted. */
export function isCounted(path: string): boolean {
  return !isPrivate.test(path)
}
