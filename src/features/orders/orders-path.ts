import { useHasSignIn, useSignedIn } from '../../platform/identity/index.ts'

/** Where the list of orders is: the account's, or for a guest where others have accounts, this device's. */
export function useOrdersPath(): string {
  const isGuest = useSignedIn() === null
  return useHasSignIn() && isGuest ? '/orders' : '/my-account/orders'
}
