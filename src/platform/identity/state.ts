import { atom } from 'jotai'
import * as z from 'zod/mini'
import { stored } from '../storage/index.ts'

/** Who is signed in, as far as the page has to know. */
const SignedIn = z.object({
  subject: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  name: z.optional(z.string()),
})
export type SignedIn = z.infer<typeof SignedIn>

/**
 * Who was signed in when the sign-on server was last asked. It holds until the server says otherwise: a start without a
 * network changes nothing of it, and all tabs see the same.
 */
export const signedIn = stored({ key: 'signedIn', schema: z.nullable(SignedIn), initial: null })

/**
 * Somebody left this device while the sign-on server could not be told: its session is ended as soon as it can be
 * reached, and nobody is taken for signed in by it until then.
 */
export const sessionToEnd = stored({
  key: 'sessionToEnd',
  schema: z.boolean(),
  initial: false,
  isEmpty: (value) => !value,
})

/**
 * What this page knows of the sign-on server: not asked yet, being asked, it has said who is or that nobody is signed
 * in, the user has given up signing in, it could not be reached, she is leaving.
 */
export type SessionState = 'unasked' | 'asking' | 'in' | 'out' | 'givenUp' | 'away' | 'leaving'

export const sessionAtom = atom<SessionState>('unasked')
