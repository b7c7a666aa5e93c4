import type { FastifyRequest } from 'fastify'
import { deviceHeader } from '../../../contract/call.ts'
import { sha256 } from '../ids.ts'

/** Returns the hash of the device key of a request, or undefined without a key. Only the hash is stored. */
export function readDeviceHash(request: FastifyRequest): string | undefined {
  const key = request.headers[deviceHeader]
  return typeof key === 'string' ? sha256(`device ${key}`) : undefined
}
