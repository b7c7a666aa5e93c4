import type { FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  type BodyOf,
  buildPath,
  type Call,
  type ParamsOf,
  type QueryOf,
} from '../../../contract/call.ts'
import type { Language } from '../../../contract/common.ts'

interface CallInput<C extends Call> {
  params: ParamsOf<C>
  query?: QueryOf<C>
  body?: BodyOf<C>
  /** Bearer token. */
  token?: string
}

/** Calls an endpoint of the contract; returns undefined when it fails. */
export type CallEndpoint = <C extends Call>(call: C, input: CallInput<C>) => Promise<AnswerOf<C> | undefined>

/** Headers that identify the host and, behind a proxy, the client. */
const forwardedHeaders = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Creates a client for the first requests of a page, made on behalf of its visitor: the same rights, limits and validation
 * apply.
 */
export function createEndpointClient(
  { server, headers, socket }: FastifyRequest,
  language: Language,
): CallEndpoint {
  return async (call, { params, query, body, token }) => {
    const answer = await server.inject({
      method: call.method,
      path: buildPath(call, params as Record<string, string>),
      query: (query ?? {}) as Record<string, string>,
      ...(body === undefined ? {} : { payload: body as object }),
      remoteAddress: socket.remoteAddress,
      headers: {
        ...Object.fromEntries(
          forwardedHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
        ),
        'accept-language': language,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    return answer.statusCode === call.status ? answer.json() : undefined
  }
}
