import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { SearchCredentials } from './search-credentials.ts'

/** Describes search credentials as devices store them, with the field names of the first release. */
export interface StoredCredentials {
  eventId: string
  token: string
  wish: SearchTokenRequest
}

/** Converts stored credentials to the names that the code uses. */
export const fromStoredCredentials = ({
  wish: tokenRequest,
  ...rest
}: StoredCredentials): SearchCredentials => ({
  ...rest,
  tokenRequest,
})

/** Converts credentials to the names that devices store. */
export const toStoredCredentials = ({ tokenRequest, ...rest }: SearchCredentials): StoredCredentials => ({
  ...rest,
  wish: tokenRequest,
})
