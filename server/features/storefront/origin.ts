import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'

/**
 * Scheme and host under which a tenant's pages are to be known: the set public address where it is this tenant's, else
 * the one that was asked.
 */
export function ownOrigin({ tenant, origin }: Context, request: FastifyRequest): string {
  const { hosts } = tenant
  const asked = `${request.protocol}://${request.host}`
  return hosts.includes('*') || hosts.includes(new URL(origin).hostname) ? origin : asked
}
