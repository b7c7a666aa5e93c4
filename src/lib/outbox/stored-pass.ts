import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { SearchPass } from './types.ts'

/** Describes a search pass as devices store it, with the field names of the first release. */
export interface StoredPass {
  eventId: string
  token: string
  wish: SearchTokenRequest
}

/** Converts a stored pass to the names that the code uses. */
export const fromStoredPass = ({ wish: tokenRequest, ...rest }: StoredPass): SearchPass => ({
  ...rest,
  tokenRequest,
})

/** Converts a pass to the names that devices store. */
export const toStoredPass = ({ tokenRequest, ...rest }: SearchPass): StoredPass => ({
  ...rest,
  wish: tokenRequest,
})
