import { atom } from 'jotai'
import * as z from 'zod/mini'
import { persisted } from '../storage/index.ts'

/** The fields of the signed-in user that the pages need. */
const SignedInUser = z.object({
  subject: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  name: z.optional(z.string()),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/**
 * Stores the user of the last answer of the sign-on server. Valid until the next answer: an offline start does not
 * change it. All tabs share it.
 */
export const signedInUser = persisted({ key: 'signedIn', schema: z.nullable(SignedInUser), initial: null })

/**
 * Stores whether the user has signed out while the sign-on server was unreachable. The server session is ended when the
 * server is reachable, and is ignored until then.
 */
export const pendingSignOut = persisted({
  key: 'sessionToEnd',
  schema: z.boolean(),
  initial: false,
  isEmpty: (value) => !value,
})

/**
 * State of the session check: not requested, pending, signed in, signed out, sign-in canceled by the user, server
 * unreachable, signing out.
 */
export type SessionState = 'unasked' | 'asking' | 'in' | 'out' | 'givenUp' | 'away' | 'leaving'

export const sessionAtom = atom<SessionState>('unasked')
