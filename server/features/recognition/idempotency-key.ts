import type { FastifyRequest } from 'fastify'
import { Failure } from '../../platform/http/problem.ts'

const maxLength = 255

/**
 * Returns the `Idempotency-Key` of a request; null when there is none.
 *
 * @throws Failure `ValidationFailed` above 255 characters
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return null
  if (header.length <= maxLength) return header
  const field = { field: 'Idempotency-Key', code: 'TooLong', message: `at most ${maxLength} characters` }
  throw new Failure('ValidationFailed', { fields: [field] })
}
