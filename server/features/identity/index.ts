import type { FastifyRequest } from 'fastify'
import { identityHeader } from '../../../contract/call.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Realms } from './ports.ts'
import { type Identity, isIdentityToken, verifyIdentity } from './verify.ts'

export type { Identity } from './verify.ts'

/** Authenticates callers for the features. */
export interface Authenticator {
  /**
   * Returns the identity of the caller; undefined when not signed in, or when the tenant has no sign-in.
   *
   * @throws Failure `TokenExpired`, `TokenInvalid`, `IdentityUnavailable`
   */
  authenticate(context: Context, input: Caller): Promise<Identity | undefined>
}

/** The parts of a call that identify its caller. */
export interface Caller {
  readonly bearer: string | undefined
  readonly request: FastifyRequest
}

/** Creates the authentication of callers by identity tokens of the tenant's realm. */
export function createAuthenticator(realms: Realms): Authenticator {
  return {
    authenticate: async (context, input) => {
      const token = readToken(input)
      // Tenants without a sign-on server ignore such a token.
      if (token === undefined || !context.tenant.settings.openId) return undefined
      return verifyIdentity(context, realms, token)
    },
  }
}

/** Returns the search token of a call; undefined when the bearer is an identity token. */
export function readSearchToken({ bearer }: Pick<Caller, 'bearer'>): string | undefined {
  return bearer !== undefined && isIdentityToken(bearer) ? undefined : bearer
}

/**
 * Returns the identity of the caller, who must be signed in.
 *
 * @throws Failure `Unauthenticated` or `TokenInvalid` when no user is signed in, and like `authenticate`
 */
export async function requireIdentity(
  callers: Authenticator,
  context: Context,
  input: Caller,
): Promise<Identity> {
  const identity = await callers.authenticate(context, input)
  if (!identity) throw new Failure(input.bearer === undefined ? 'Unauthenticated' : 'TokenInvalid')
  return identity
}

function readToken({ bearer, request }: Caller): string | undefined {
  if (bearer !== undefined && isIdentityToken(bearer)) return bearer
  const headerToken = request.headers[identityHeader]
  return typeof headerToken === 'string' && headerToken !== '' ? headerToken : undefined
}
