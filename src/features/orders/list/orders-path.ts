import { useHasSignIn, useSignedIn } from '../../../platform/identity/index.ts'

/** Returns the path of the order list: the account's, or this device's for a guest of a tenant with accounts. */
export function useOrdersPath(): string {
  const isGuest = useSignedIn() === null
  return useHasSignIn() && isGuest ? '/orders' : '/my-account/orders'
}
