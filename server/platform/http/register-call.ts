import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type AnswerOf,
  type Call,
  deviceHeader,
  type HeadersOf,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  toRoute,
} from '../../../contract/call.ts'
import { DeviceKey } from '../../../contract/common.ts'
import { errorStatus, Problem } from '../../../contract/errors.ts'
import type { Context } from '../context.ts'
import { readDeviceHash } from './device-hash.ts'
import { listErrorCodes } from './error-codes.ts'
import { runOncePerKey } from './idempotency.ts'
import { type CallerLimit, limitCaller } from './limit-calls.ts'

const DeviceHeaders = z.looseObject({ [deviceHeader]: z.optional(DeviceKey) })

/** Describes the input of a handler, parsed by the schemas of the contract. */
export interface Input<C extends Call> {
  readonly params: ParsedParams<C>
  readonly query: ParsedQuery<C>
  readonly body: ParsedBody<C>
  /** Only the headers in the call's own schema. */
  readonly headers: HeadersOf<C>
  /** The token of `Authorization: Bearer`, not yet verified. */
  readonly bearer: string | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Handler of a call. Returns the answer of the contract. May use `reply` directly for files and bare statuses. */
export type Handler<C extends Call> = (
  context: Context,
  input: Input<C>,
) => Promise<AnswerOf<C> | FastifyReply>

export interface HandleOptions {
  /** Limit of this call. A device is identified by its key, or else by the token that it sends. Replayed answers do not count. */
  readonly limit?: CallerLimit
  readonly bodyLimitInBytes?: number
}

/**
 * Registers one call of the contract: validates input and output, provides the context, and replays the response of a repeated
 * `Idempotency-Key`.
 */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: HandleOptions = {},
): void {
  const url = toRoute(call)
  if (call.bodyType) app.callCapacity.exclude(url)
  app.route({
    method: call.method,
    url,
    ...(options.bodyLimitInBytes ? { bodyLimit: options.bodyLimitInBytes } : {}),
    ...(call.method === 'HEAD' ? { config: { swagger: { exposeHeadRoute: true } } } : {}),
    schema: toRouteSchema(call),
    handler: async (request, reply) => {
      const context = await request.server.getContext(request)
      const input: Input<C> = {
        params: request.params as ParsedParams<C>,
        query: request.query as ParsedQuery<C>,
        body: request.body as ParsedBody<C>,
        headers: request.headers as HeadersOf<C>,
        bearer: readBearer(request),
        request,
        reply,
      }
      reply.header('cache-control', isPublic(call) ? 'no-cache' : 'no-store')
      const work = async () => {
        if (options.limit) await limitRequest(context, call, input, options.limit)
        return handler(context, input)
      }
      const answer = call.bodyType
        ? // An upload has no parsed body to compare: its feature stores the key with the hash of the file, and limits uploads.
          await work()
        : await request.server.callCapacity.run(() =>
            call.idempotent === true ? runOnceWithHeaders(context, call, input, work) : work(),
          )
      if (reply.sent || answer === reply) return reply
      reply.code(call.status)
      return call.status === 204 ? reply.send() : reply.send(answer)
    },
  })
}

/** Runs a call once for each `Idempotency-Key`. A replayed answer has the headers that carry data as well. */
async function runOnceWithHeaders<Answer>(
  context: Context,
  call: Call,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const headerNames = Object.keys(call.answerHeaders ?? {})
  if (headerNames.length === 0) return runOncePerKey(context, call, request, work)
  const { answer, headers } = await runOncePerKey(context, call, request, async () => ({
    answer: await work(),
    headers: Object.fromEntries(headerNames.map((name) => [name, reply.getHeader(name)])),
  }))
  reply.headers(headers)
  return answer
}

function limitRequest(
  context: Context,
  { service, name }: Call,
  { request, bearer }: { readonly request: FastifyRequest; readonly bearer: string | undefined },
  limit: CallerLimit,
): Promise<void> {
  const caller = { device: readDeviceHash(request) ?? bearer, address: request.ip }
  return limitCaller(context, `${service}.${name}`, caller, limit)
}

/** Returns the Fastify schema of a call: validation, serialization and OpenAPI. */
function toRouteSchema(call: Call) {
  const answer = call.answer ?? undefined
  const errorStatuses = [...new Set(listErrorCodes(call).map((code) => errorStatus[code]))]
  const responses: Record<number, unknown> = Object.fromEntries(
    errorStatuses.map((status) => [status, Problem]),
  )
  if (answer) responses[call.status] = answer
  return {
    summary: call.summary,
    operationId: `${call.service}_${call.name}`,
    tags: [call.service],
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...toHeaderSchemas(call),
    ...(call.body ? { body: call.body } : {}),
    ...(call.bodyType ? { consumes: [call.bodyType] } : {}),
    response: responses,
  }
}

const isPublic = ({ method, auth, device }: Call) => method === 'GET' && auth === 'none' && !device

/** Returns the schema of the headers that a call reads: its own, or the device key. */
function toHeaderSchemas(call: Call) {
  if (call.headers) return { headers: call.headers }
  return call.device ? { headers: DeviceHeaders } : {}
}

function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the context of a request. Rejects with failure `TenantUnknown` when no tenant has its host. */
    getContext(request: FastifyRequest): Promise<Context>
  }
}
