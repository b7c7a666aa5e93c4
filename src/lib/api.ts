import type * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '../../contract/call.ts'
import { buildPath, deviceHeader, identityHeader, tenantHeader } from '../../contract/call.ts'
import { client } from './api-client.ts'
import { ApiError, isApiError, noResponse, parseJson } from './api-error.ts'
import { cachedAt } from './copies.ts'
import { errorOfAnswer } from './error-of-answer.ts'
import { type Heard, lateAfterInMs, noteWait, tellHeard } from './link.ts'
import { type Received, type Sending, send, timeouts } from './transport.ts'
import { isUncontrolled, noteUncontrolledAnswer } from './uncontrolled-answers.ts'

export { configureApi, type IdentityTokens } from './api-client.ts'
export { ApiError, isApiError, noResponse } from './api-error.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : undefined extends Value
    ? { [name in Name]?: Value }
    : Partial<Value> extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value }

/** Configures a call. Options that its contract requires are required. */
export type RequestOptions<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>> & {
    /** Bearer: a search token or an identity token. Never part of an address. */
    token?: string
    /** Idempotency key, the same for every retry of one user action. */
    idempotencyKey?: string
    signal?: AbortSignal
    formData?: FormData
    /** Share of the body that was sent, 0 to 1. */
    onUploadProgress?: (share: number) => void
  }

type QueryValue = string | number | boolean | undefined

interface LooseOptions {
  params?: unknown
  query?: unknown
  body?: unknown
  token?: string
  idempotencyKey?: string
  signal?: AbortSignal
  formData?: FormData
  onUploadProgress?: (share: number) => void
}

/** Returns the address of a call, for a link or an image. It carries no token. */
export function toAddress(call: Call, options: Pick<LooseOptions, 'params' | 'query'>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((options.query ?? {}) as Record<string, QueryValue>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const path = buildPath(call, (options.params ?? {}) as Record<string, string>)
  const search = query.toString()
  // the settings contain the base of all other calls, so they always come from the page's origin
  const base = call.service === 'settings' ? '' : client.base
  return `${base}${path}${search && `?${search}`}`
}

/**
 * Makes a call of the contract and validates its answer: status, media type and schema.
 *
 * @throws ApiError with the contract's code; NoResponse (1001) without a valid answer
 */
export async function request<C extends Call>(call: C, options: RequestOptions<C>): Promise<AnswerOf<C>> {
  return (await requestWithHeaders(call, options)).answer
}

/** Makes a call like {@link request}, for calls whose result is in the headers of the answer. */
export async function requestWithHeaders<C extends Call>(
  call: C,
  options: RequestOptions<C>,
): Promise<{ answer: AnswerOf<C>; headers: Headers }> {
  const { response, body } = await exchange(call, options)
  if (!call.answer) {
    if (call.status === 204 && body.size > 0) throw noResponse('a body where none belongs')
    return { answer: undefined as AnswerOf<C>, headers: response.headers }
  }
  if (!body.type.startsWith('application/json')) throw noResponse(body.type)
  return {
    answer: parseAnswer(call.answer, parseJson(await body.text())) as AnswerOf<C>,
    headers: response.headers,
  }
}

/**
 * Fetches a file.
 *
 * @throws ApiError; NoResponse (1001) also when the answer is not of the promised media type
 */
export async function requestFile<C extends Call>(call: C, options: RequestOptions<C>): Promise<Blob> {
  const { body } = await exchange(call, options)
  const promised = call.file ?? 'application/octet-stream'
  if (!body.type.startsWith(promised)) throw noResponse(body.type)
  return body
}

/**
 * Makes a call whose caller reads status and headers of the answer itself, such as a resumable upload.
 *
 * @throws ApiError NoResponse when no answer of our service arrived within `timeoutInMs`
 */
export function requestRaw(
  call: Call,
  options: {
    params?: Readonly<Record<string, string>>
    headers: Readonly<Record<string, string>>
    piece?: Blob
    idempotencyKey?: string
    timeoutInMs: number
    signal?: AbortSignal
  },
): Promise<Received> {
  const headers = toHeaders(options)
  for (const [name, value] of Object.entries(options.headers)) headers.set(name, value)
  const { method } = call
  const sending = {
    url: toAddress(call, options),
    method,
    headers,
    body: options.piece,
    signal: options.signal,
  }
  return hear(call, send(sending, options.timeoutInMs))
}

function parseAnswer(schema: z.core.$ZodType, value: unknown): unknown {
  const result = (schema as z.ZodMiniType).safeParse(value)
  if (!result.success) throw noResponse(result.error)
  return result.data
}

async function exchange(call: Call, options: LooseOptions): Promise<Received> {
  const identity = call.auth === 'any' || call.auth === 'identity' ? client.identity : undefined
  let mine = await identity?.now()
  let mayRenew = identity !== undefined
  for (let attempt = 0; ; attempt++) {
    try {
      return await exchangeOnce(call, options, mine)
    } catch (error) {
      if (mayRenew && error instanceof ApiError && error.status === 401) {
        mayRenew = false
        mine = await identity?.renewed(mine)
        if (mine) continue
      }
      const pauseInMs = pauseBeforeRepeat(call, error, attempt)
      if (pauseInMs === undefined) throw error
      await sleep(pauseInMs, options.signal)
    }
  }
}

async function exchangeOnce(call: Call, options: LooseOptions, mine?: string): Promise<Received> {
  const headers = toHeaders(options, mine)
  const deviceKey = call.device ? await client.deviceKey?.() : undefined
  if (deviceKey) headers.set(deviceHeader, deviceKey)
  const sending: Sending = {
    url: toAddress(call, options),
    method: call.method,
    headers,
    body: options.formData ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    signal: options.signal,
  }
  const isEarly = call.auth === 'none' && call.method === 'GET' && isUncontrolled()
  const received = await hear(call, deliver(call, sending, options))
  const { response, body } = received
  if (response.status === call.status) {
    if (isEarly) noteUncontrolledAnswer({ sending, received, receivedOn: Date.now() })
    return received
  }
  if (response.ok) throw noResponse(`status ${response.status} instead of ${call.status}`)
  throw errorOfAnswer(response, await body.text())
}

const isRead = (call: Call) => call.method === 'GET' || call.changesNothing === true

/** Checks that our service answered, and reports to the link monitor what the answer shows about the network. */
async function hear(call: Call, sent: Promise<Received>): Promise<Received> {
  const late = isRead(call) ? setTimeout(() => tellHeard('late'), lateAfterInMs) : undefined
  try {
    const received = await sent.catch(tellSilence)
    const heard = whoSpeaks(received.response)
    if (isRead(call) && heard === 'answer' && received.waitedInMs !== undefined) noteWait(received.waitedInMs)
    tellHeard(heard)
    if (!isOurs(received.response)) throw noResponse(`${received.response.status} without ${tenantHeader}`)
    return received
  } finally {
    clearTimeout(late)
  }
}

function tellSilence(error: unknown): never {
  if (error instanceof ApiError) tellHeard('silence')
  throw error
}

/** Classifies an answer. A proxy's page about a failed upstream (5xx) says nothing about the client's network. */
function whoSpeaks(response: Response): Heard {
  // the service worker returns a cached answer when the network gave none
  if (isOurs(response)) return cachedAt(response.headers) === undefined ? 'answer' : 'silence'
  return response.ok || response.status === 511 ? 'stranger' : 'silence'
}

/** Checks the tenant header. A captive portal, a proxy or another tenant's host may have answered instead. */
function isOurs({ headers }: Response): boolean {
  const tenant = headers.get(tenantHeader)
  return tenant !== null && (client.tenant === '' || tenant === encodeURIComponent(client.tenant))
}

async function deliver(call: Call, sending: Sending, options: LooseOptions): Promise<Received> {
  const seesUpload = options.onUploadProgress && typeof XMLHttpRequest !== 'undefined'
  if (options.onUploadProgress && seesUpload) {
    const { sendWithProgress } = await import('./upload.ts')
    return sendWithProgress(sending, options.onUploadProgress)
  }
  if (options.formData) return send(sending, timeouts.afterUploadInMs)
  return send(sending, isRead(call) ? timeouts.readInMs : timeouts.writeInMs)
}

/** @param mine identity token of the signed-in user; next to a search token it is sent in a separate header */
function toHeaders(options: LooseOptions, mine?: string): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.5', 'accept-language': client.language })
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const bearer = options.token ?? mine
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (mine && mine !== bearer) headers.set(identityHeader, mine)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

const repeatsOfARead = 1
const longestPauseInMs = 5_000

/** Returns whether the browser reports no network. `navigator.onLine` is only a hint, and absent outside browsers. */
const isOffline = () => 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine

/** Returns the pause before a read is retried, with full jitter; undefined when it must not be retried. */
function pauseBeforeRepeat(call: Call, error: unknown, attempt: number): number | undefined {
  if (!isRead(call) || attempt >= repeatsOfARead || !(error instanceof ApiError)) return undefined
  if (error.timedOut || isOffline()) return undefined
  if (!isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable', 'TooManyRequests'))
    return undefined
  if (error.retryAfterInMs !== undefined)
    return error.retryAfterInMs <= longestPauseInMs ? error.retryAfterInMs : undefined
  return Math.random() * 1_000 * 2 ** attempt
}

function sleep(inMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, inMs)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
