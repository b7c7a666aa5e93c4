import * as z from 'zod/mini'
import { SearchTokenRequest } from '../../../contract/competitors.ts'

/** Authorizes calls that depend on a search: its token, and the input for one renewal. An empty token is renewed at once. */
export const SearchCredentials = z.object({
  eventId: z.string(),
  token: z.string(),
  tokenRequest: SearchTokenRequest,
})
export type SearchCredentials = z.infer<typeof SearchCredentials>
