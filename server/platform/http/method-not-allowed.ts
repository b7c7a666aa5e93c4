import type { FastifyInstance, HTTPMethods } from 'fastify'
import { toRoute } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'
import { Failure } from './problem.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers 405 with `Allow` to other methods at the paths of served calls. Must run after all calls are registered. Without it, a
 * storefront answers such a GET, and any other method is answered as for an unknown path.
 */
export function rejectOtherMethods(app: FastifyInstance): void {
  for (const [url, allowed] of groupMethods(app)) {
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      schema: { hide: true },
      exposeHeadRoute: false,
      // before the body is parsed, which may fail with another code
      onRequest: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Failure('MethodNotAllowed')
      },
      handler: (_request, reply) => reply,
    })
  }
}

/** Returns the methods of the served calls by path. HEAD comes with GET. */
function groupMethods(app: FastifyInstance): Map<string, Set<HTTPMethods>> {
  const byPath = new Map<string, Set<HTTPMethods>>()
  for (const call of allCalls) {
    const url = toRoute(call)
    // the router stores a path without its trailing slash
    const isServed = [url, url.replace(/\/$/, '')].some((path) =>
      app.hasRoute({ method: call.method, url: path }),
    )
    if (!isServed) continue
    const allowed = byPath.get(url) ?? new Set()
    allowed.add(call.method)
    if (call.method === 'GET') allowed.add('HEAD')
    byPath.set(url, allowed)
  }
  return byPath
}
