import type { FastifyInstance } from 'fastify'
import { type Call, toRoute } from '../../../contract/call.ts'

/**
 * Checks that an application serves calls.
 *
 * @throws Error with the names of the calls that no feature has registered
 */
export function requireCalls(app: FastifyInstance, calls: readonly Call[]): void {
  // routes are kept without the slash at their end, which the application ignores
  const isServed = (call: Call) =>
    app.hasRoute({ method: call.method, url: toRoute(call).replace(/\/$/, '') })
  const unserved = calls.filter((call) => !isServed(call))
  if (unserved.length === 0) return
  const names = unserved.map(({ service, name }) => `${service}.${name}`).join(', ')
  throw new Error(`No feature serves ${names}: register it, and list its feature in server/modules`)
}
