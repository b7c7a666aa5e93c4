import type { FastifyRequest } from 'fastify'
import { identityHeader } from '../../../contract/call.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Realms } from './ports.ts'
import { type Identity, isIdentityToken, verifyIdentity } from './verify.ts'

export type { Identity } from './verify.ts'

/** What features ask about whoever calls. */
export interface Callers {
  /**
   * Who calls; undefined for somebody who is not signed in, also at a tenant where nobody can be.
   *
   * @throws Failure `TokenExpired`, `TokenInvalid`, `IdentityUnavailable`
   */
  whoCalls(context: Context, input: Calling): Promise<Identity | undefined>
}

interface Calling {
  readonly bearer: string | undefined
  readonly request: FastifyRequest
}

/** Believes identity tokens of the tenant’s own realm. */
export function createCallers(realms: Realms): Callers {
  return {
    whoCalls: async (context, input) => {
      const token = tokenOf(input)
      // elsewhere such a token means nothing
      if (token === undefined || !context.tenant.settings.openId) return undefined
      return verifyIdentity(context, realms, token)
    },
  }
}

/** The search token of a call; undefined where the bearer is somebody's identity. */
export function searchTokenOf({ bearer }: Pick<Calling, 'bearer'>): string | undefined {
  return bearer !== undefined && isIdentityToken(bearer) ? undefined : bearer
}

/** @throws Failure `Unauthenticated` when nobody is signed in, and like `whoCalls` */
export async function mustBeSignedIn(callers: Callers, context: Context, input: Calling): Promise<Identity> {
  const identity = await callers.whoCalls(context, input)
  if (!identity) throw new Failure(input.bearer === undefined ? 'Unauthenticated' : 'TokenInvalid')
  return identity
}

function tokenOf({ bearer, request }: Calling): string | undefined {
  if (bearer !== undefined && isIdentityToken(bearer)) return bearer
  const beside = request.headers[identityHeader]
  return typeof beside === 'string' && beside !== '' ? beside : undefined
}
