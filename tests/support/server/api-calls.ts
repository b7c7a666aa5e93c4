import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type AnswerOf, buildPath, type Call } from '../../../contract/call.ts'
import { createSearchToken, type SearchTokenRequest } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { compareWithDocument } from './openapi-document.ts'

export interface Ask {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  language?: string
  /** Host of the tenant; `one.test` by default. */
  host?: string
  headers?: Record<string, string>
  /** The caller's address. */
  address?: string
}

/**
 * Sends a call of the contract like a browser.
 *
 * @throws Error when the answer differs from the published OpenAPI document
 */
export async function send(app: FastifyInstance, call: Call, ask: Ask = {}): Promise<LightMyRequestResponse> {
  const response = await app.inject({
    method: call.method,
    url: buildPath(call, ask.params),
    query: ask.query ?? {},
    remoteAddress: ask.address ?? '192.0.2.1',
    headers: {
      host: ask.host ?? 'one.test',
      ...(ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` }),
      ...(ask.language === undefined ? {} : { 'accept-language': ask.language }),
      ...ask.headers,
    },
    ...(ask.body === undefined ? {} : { payload: ask.body as object }),
  })
  const differences = compareWithDocument(app, call, response)
  if (differences.length > 0)
    throw new Error(`${call.service}.${call.name} differs from the document: ${differences.join('; ')}`)
  return response
}

/** Returns the answer of a call that must succeed. */
export async function answer<C extends Call>(
  app: FastifyInstance,
  call: C,
  ask: Ask = {},
): Promise<AnswerOf<C>> {
  const response = await send(app, call, ask)
  if (response.statusCode !== call.status)
    throw new Error(`${call.name}: ${response.statusCode} ${response.body}`)
  return (response.body === '' ? undefined : response.json()) as AnswerOf<C>
}

/** Returns status and code of a call that must fail. */
export async function refusal(app: FastifyInstance, call: Call, ask: Ask = {}): Promise<[number, string]> {
  const response = await send(app, call, ask)
  return [response.statusCode, response.json<{ code: string }>().code]
}

/** Returns a search token for a runner, or for the whole event. */
export function tokenFor(app: FastifyInstance, eventId: string, input: SearchTokenRequest = {}) {
  return answer(app, createSearchToken, { params: { eventId }, body: input })
}

/** Returns the photos that a search token gives access to. */
export async function fetchPhotos(app: FastifyInstance, token: string, query: Record<string, string> = {}) {
  return (await answer(app, listPhotos, { token, query })).items
}

/** Returns the ids of the first hundred photos that a search token gives access to. */
export async function fetchPhotoIds(app: FastifyInstance, token: string): Promise<string[]> {
  return (await fetchPhotos(app, token, { count: '100' })).map(({ photoId }) => photoId)
}
