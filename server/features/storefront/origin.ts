import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'

/**
 * Returns the canonical scheme and host of a tenant's pages: the configured public address if it belongs to this tenant, or
 * else that of the request.
 */
export function getCanonicalOrigin({ tenant, origin }: Context, request: FastifyRequest): string {
  const { hosts } = tenant
  const requestOrigin = `${request.protocol}://${request.host}`
  return hosts.includes('*') || hosts.includes(new URL(origin).hostname) ? origin : requestOrigin
}
