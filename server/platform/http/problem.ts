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

/** An answer with an RFC 9457 problem document. */
interface ProblemAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON of a `Problem`. */
  readonly body: string
}

type FailureDetails = Pick<Failure, 'code'> &
  Partial<Pick<Failure, 'fields' | 'extra' | 'retryAfterInSeconds'>>

/** Creates the answer of a failure. Every 503 has a `Retry-After`. */
export function toProblemAnswer(
  { code, fields, extra, retryAfterInSeconds: ownRetryAfterInSeconds }: FailureDetails,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
): ProblemAnswer {
  const status = errorStatus[code]
  const problem: Problem = {
    type: `/public/docs#${code}`,
    title: toErrorText(code, language),
    status,
    code,
    requestId,
    ...(fields ? { errors: fields } : {}),
    ...(extra ? { extra } : {}),
  }
  const retryAfterInSeconds =
    ownRetryAfterInSeconds ?? (status === 503 ? retryUnavailableInSeconds : undefined)
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/problem+json; charset=utf-8',
      ...(retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) }),
    },
    body: JSON.stringify(problem),
  }
}

/** Sends the problem document of a failure. */
export function sendProblem(reply: FastifyReply, failure: Failure, language: Language): FastifyReply {
  const { status, headers, body } = toProblemAnswer(failure, { requestId: reply.request.id, language })
  return reply.code(status).headers(headers).send(body)
}
