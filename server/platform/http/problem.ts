import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Language } from '../../../contract/common.ts'
import { type ErrorCode, errorStatus, type Problem } from '../../../contract/errors.ts'
import type messages from '../../../contract/messages.ru.json'
import { loadCatalogue } from '../language/catalogue.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(join(import.meta.dirname, '../../../contract'))

/** Represents an expected failure with a code of the contract. The error handler turns it into a problem document. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly fields: NonNullable<Problem['errors']> | undefined
  readonly extra: Record<string, unknown> | undefined
  /** Seconds before a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterInSeconds: number | undefined

  constructor(
    code: ErrorCode,
    details: {
      fields?: NonNullable<Problem['errors']>
      extra?: Record<string, unknown>
      retryAfterInSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.extra = details.extra
    this.retryAfterInSeconds = details.retryAfterInSeconds
  }
}

/** Returns the text of a code for people. */
export function toErrorText(code: ErrorCode, language: Language): string {
  return getFormatter(language)(code)
}

/** Sets the default `Retry-After` of unavailable services: it spreads retries without a long wait for people. */
const retryUnavailableInSeconds = 10

/** Sends an RFC 9457 problem document. Every 503 has a `Retry-After`. */
export function sendProblem(reply: FastifyReply, failure: Failure, language: Language): FastifyReply {
  const status = errorStatus[failure.code]
  const problem: Problem = {
    type: `/public/docs#${failure.code}`,
    title: toErrorText(failure.code, language),
    status,
    code: failure.code,
    requestId: reply.request.id,
    ...(failure.fields ? { errors: failure.fields } : {}),
    ...(failure.extra ? { extra: failure.extra } : {}),
  }
  const retryAfterInSeconds =
    failure.retryAfterInSeconds ?? (status === 503 ? retryUnavailableInSeconds : undefined)
  if (retryAfterInSeconds !== undefined) reply.header('retry-after', String(retryAfterInSeconds))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .type('application/problem+json; charset=utf-8')
    .send(problem)
}
