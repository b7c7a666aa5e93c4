import type { FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  type ParamsOf,
  pathOf,
  type QueryOf,
} from '../../../contract/call.ts'
import type { Language } from '../../../contract/common.ts'

interface Asked<C extends Call> {
  params: ParamsOf<C>
  query?: QueryOf<C>
  body?: BodyOf<C>
  /** Bearer. */
  token?: string
}

/** Makes a call of the contract; undefined when it is refused. */
export type Ask = <C extends Call>(call: C, asked: Asked<C>) => Promise<AnswerOf<C> | undefined>

/** What says whose host it is and who calls, where a proxy says so. */
const passedOn = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Asks this service what the page of a visitor would ask first, on her behalf: the same rights, limits and validation hold.
 */
export function askFor({ server, headers, socket }: FastifyRequest, language: Language): Ask {
  return async (call, { params, query, body, token }) => {
    const answer = await server.inject({
      method: call.method,
      path: pathOf(call, params as Record<string, string>),
      query: (query ?? {}) as Record<string, string>,
      ...(body === undefined ? {} : { payload: body as object }),
      remoteAddress: socket.remoteAddress,
      headers: {
        ...Object.fromEntries(passedOn.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
        'accept-language': language,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    return answer.statusCode === call.status ? answer.json() : undefined
  }
}
