import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type AnswerOf, buildPath, type Call } from '../../../contract/call.ts'
import { createSearchToken, type SearchTokenRequest } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { compareWithDocument } from './openapi-document.ts'

export interface CallInput {
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

let buyerCount = 0

/** Returns an address that no other buyer has, because carts are limited by address. */
export function createBuyerAddress(): string {
  buyerCount++
  return `10.${(buyerCount >> 16) & 255}.${(buyerCount >> 8) & 255}.${buyerCount & 255}`
}

/**
 * Sends a call of the contract like a browser.
 *
 * @throws Error when the answer differs from the published OpenAPI document
 */
export async function sendCall(
  app: FastifyInstance,
  call: Call,
  input: CallInput = {},
): Promise<LightMyRequestResponse> {
  const response = await app.inject({
    method: call.method,
    url: buildPath(call, input.params),
    query: input.query ?? {},
    remoteAddress: input.address ?? '192.0.2.1',
    headers: {
      host: input.host ?? 'one.test',
      ...(input.token === undefined ? {} : { authorization: `Bearer ${input.token}` }),
      ...(input.language === undefined ? {} : { 'accept-language': input.language }),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  })
  const differences = compareWithDocument(app, call, response)
  if (differences.length > 0)
    throw new Error(`${call.service}.${call.name} differs from the document: ${differences.join('; ')}`)
  return response
}

/** Returns the answer of a call that must succeed. */
export async function fetchAnswer<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: CallInput = {},
): Promise<AnswerOf<C>> {
  const response = await sendCall(app, call, input)
  if (response.statusCode !== call.status)
    throw new Error(`${call.name}: ${response.statusCode} ${response.body}`)
  return (response.body === '' ? undefined : response.json()) as AnswerOf<C>
}

/** Returns status and code of a call that must fail. */
export async function fetchProblemCode(
  app: FastifyInstance,
  call: Call,
  input: CallInput = {},
): Promise<[number, string]> {
  const response = await sendCall(app, call, input)
  return [response.statusCode, response.json<{ code: string }>().code]
}

/** Returns a search token for a runner, or for the whole event. */
export function fetchSearchToken(app: FastifyInstance, eventId: string, input: SearchTokenRequest = {}) {
  return fetchAnswer(app, createSearchToken, { params: { eventId }, body: input })
}

/** Returns the photos that a search token gives access to. */
export async function fetchPhotos(app: FastifyInstance, token: string, query: Record<string, string> = {}) {
  return (await fetchAnswer(app, listPhotos, { token, query })).items
}

/** Returns the ids of the first hundred photos that a search token gives access to. */
export async function fetchPhotoIds(app: FastifyInstance, token: string): Promise<string[]> {
  return (await fetchPhotos(app, token, { count: '100' })).map(({ photoId }) => photoId)
}
