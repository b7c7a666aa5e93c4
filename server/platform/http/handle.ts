import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  type Call,
  type HeadersOf,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  routeOf,
} from '../../../contract/call.ts'
import { errorStatus, Problem } from '../../../contract/errors.ts'
import type { Context } from '../context.ts'
import { codesOf } from './codes-of-call.ts'
import { answerOnce } from './idempotency.ts'

/** What a handler gets of a request, parsed by the contract's schemas. */
export interface Input<C extends Call> {
  readonly params: ParsedParams<C>
  readonly query: ParsedQuery<C>
  readonly body: ParsedBody<C>
  /** Only what the call's own schema names. */
  readonly headers: HeadersOf<C>
  /** The token of `Authorization: Bearer`, not yet verified. */
  readonly bearer: string | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a handler answers: the contract's answer; for files and bare statuses it may use `reply` itself. */
export type Handler<C extends Call> = (
  context: Context,
  input: Input<C>,
) => Promise<AnswerOf<C> | FastifyReply>

export interface HandleOptions {
  /** At most this many calls of one client within the window. */
  readonly rateLimit?: {
    readonly max: number
    readonly timeWindowInMs: number
    readonly keyOf?: (request: FastifyRequest) => string
  }
  readonly bodyLimitInBytes?: number
}

/**
 * Serves one call of the contract: validates what comes in and what goes out, gives the handler its context,
 * and answers a repeated `Idempotency-Key` as the first time.
 */
export function handle<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: HandleOptions = {},
): void {
  app.route({
    method: call.method,
    url: routeOf(call),
    ...(options.bodyLimitInBytes ? { bodyLimit: options.bodyLimitInBytes } : {}),
    config: configOf(call, options),
    schema: schemaOf(call),
    handler: async (request, reply) => {
      const context = await request.server.contextOf(request)
      const input: Input<C> = {
        params: request.params as ParsedParams<C>,
        query: request.query as ParsedQuery<C>,
        body: request.body as ParsedBody<C>,
        headers: request.headers as HeadersOf<C>,
        bearer: bearerOf(request),
        request,
        reply,
      }
      reply.header('cache-control', call.method === 'GET' && call.auth === 'none' ? 'no-cache' : 'no-store')
      const work = () => handler(context, input)
      // An upload has no body to compare here: its feature keeps the key beside the file's hash.
      const answer =
        call.idempotent === true && !call.bodyType
          ? await answerOnce(context, call, request, work)
          : await work()
      if (reply.sent || answer === reply) return reply
      reply.code(call.status)
      return call.status === 204 ? reply.send() : reply.send(answer)
    },
  })
}

/** What plugins want to know of a route: how often it may be called, and that a HEAD of its own is to be described. */
function configOf(call: Call, { rateLimit }: HandleOptions) {
  return {
    ...(call.method === 'HEAD' ? { swagger: { exposeHeadRoute: true } } : {}),
    ...(rateLimit
      ? {
          rateLimit: {
            max: rateLimit.max,
            timeWindow: rateLimit.timeWindowInMs,
            ...(rateLimit.keyOf ? { keyGenerator: rateLimit.keyOf } : {}),
          },
        }
      : {}),
  }
}

/** Fastify's schema of a call: validation, serialisation and OpenAPI. */
function schemaOf(call: Call) {
  const answer = call.answer ?? undefined
  const failures = [...new Set(codesOf(call).map((code) => errorStatus[code]))]
  const responses: Record<number, unknown> = Object.fromEntries(failures.map((status) => [status, Problem]))
  if (answer) responses[call.status] = answer
  return {
    summary: call.summary,
    operationId: `${call.service}_${call.name}`,
    tags: [call.service],
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.headers ? { headers: call.headers } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.bodyType ? { consumes: [call.bodyType] } : {}),
    ...(call.auth === 'none' ? {} : { security: [{ bearer: [] }] }),
    response: responses,
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The tenant's context of a request; a failure `TenantUnknown` when no tenant answers for its host. */
    contextOf(request: FastifyRequest): Promise<Context>
  }
}
