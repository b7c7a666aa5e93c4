import type { FastifyInstance } from 'fastify'
import { routeOf } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'
import { schemaOf } from './handle.ts'
import { Failure } from './problem.ts'

/** Calls of the contract that no feature serves yet answer 501 `NotImplemented`, and say so in OpenAPI. Register last. */
export function serveUnbuiltCalls(app: FastifyInstance): void {
  for (const call of allCalls) {
    const url = routeOf(call)
    // The router keeps a path that ends in a slash without it.
    const isServed = [url, url.replace(/\/$/, '')].some((path) =>
      app.hasRoute({ method: call.method, url: path }),
    )
    if (isServed) continue
    const { summary, operationId, tags } = schemaOf(call)
    app.route({
      method: call.method,
      url,
      schema: { summary: `${summary} (not served yet)`, operationId, tags },
      handler: async () => {
        throw new Failure('NotImplemented')
      },
    })
  }
}
