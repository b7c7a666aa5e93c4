import { atom } from 'jotai'
import * as z from 'zod/mini'
import { persisted } from '../storage/index.ts'

/** Describes the signed-in user, reduced to what the page needs. */
const SignedIn = z.object({
  subject: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  name: z.optional(z.string()),
})
export type SignedIn = z.infer<typeof SignedIn>

/**
 * Stores the user at the last answer of the sign-on server. Valid until the server says otherwise: an offline start
 * does not change it, and it is shared by all tabs.
 */
export const signedIn = persisted({ key: 'signedIn', schema: z.nullable(SignedIn), initial: null })

/**
 * Marks a sign-out while the sign-on server was unreachable. Its session is ended as soon as it is reachable, and does
 * not count as signed in until then.
 */
export const sessionToEnd = persisted({
  key: 'sessionToEnd',
  schema: z.boolean(),
  initial: false,
  isEmpty: (value) => !value,
})

/**
 * Describes the state of the session check: not asked, pending, signed in, signed out, sign-in canceled by the user,
 * server unreachable, signing out.
 */
export type SessionState = 'unasked' | 'asking' | 'in' | 'out' | 'givenUp' | 'away' | 'leaving'

export const sessionAtom = atom<SessionState>('unasked')
