import type * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '../../contract/call.ts'
import { buildPath, deviceHeader, identityHeader, tenantHeader } from '../../contract/call.ts'
import { apiConfig } from './api-client.ts'
import { ApiError, createNoResponseError, isApiError, parseJson } from './api-error.ts'
import { readCachedAt } from './cached-at.ts'
import { type LinkSignal, lateAfterInMs, recordFirstByteWait, reportLinkSignal } from './link.ts'
import { parseApiError } from './parse-api-error.ts'
import { sleep } from './timeouts.ts'
import { type OutgoingRequest, type ReceivedResponse, send, timeouts } from './transport.ts'
import { isPageUncontrolled, queueUncontrolledAnswer } from './uncontrolled-answers.ts'

export { configureApi, type IdentityTokens } from './api-client.ts'
export { ApiError, createNoResponseError, isApiError } from './api-error.ts'

type OptionField<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : undefined extends Value
    ? { [name in Name]?: Value }
    : Partial<Value> extends Value
      ? { [name in Name]?: Value }
      : { [name in Name]: Value }

/** Configures a call. Options that its contract requires are required. */
export type RequestOptions<C extends Call> = OptionField<'params', ParamsOf<C>> &
  OptionField<'query', QueryOf<C>> &
  OptionField<'body', BodyOf<C>> & {
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
export function buildUrl(call: Call, options: Pick<LooseOptions, 'params' | 'query'>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((options.query ?? {}) as Record<string, QueryValue>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const path = buildPath(call, (options.params ?? {}) as Record<string, string>)
  const search = query.toString()
  // the settings contain the base of all other calls, so they always come from the page's origin
  const base = call.service === 'settings' ? '' : apiConfig.base
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
  const { response, body } = await sendWithRetries(call, options)
  if (!call.answer) {
    if (call.status === 204 && body.size > 0) throw createNoResponseError('a body where none belongs')
    return { answer: undefined as AnswerOf<C>, headers: response.headers }
  }
  if (!body.type.startsWith('application/json')) throw createNoResponseError(body.type)
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
  const { body } = await sendWithRetries(call, options)
  const expectedType = call.file ?? 'application/octet-stream'
  if (!body.type.startsWith(expectedType)) throw createNoResponseError(body.type)
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
    chunk?: Blob
    idempotencyKey?: string
    timeoutInMs: number
    signal?: AbortSignal
  },
): Promise<ReceivedResponse> {
  const headers = toHeaders(options)
  for (const [name, value] of Object.entries(options.headers)) headers.set(name, value)
  const { method } = call
  const sending = {
    url: buildUrl(call, options),
    method,
    headers,
    body: options.chunk,
    signal: options.signal,
  }
  return receiveAnswer(call, send(sending, options.timeoutInMs))
}

function parseAnswer(schema: z.core.$ZodType, value: unknown): unknown {
  const result = (schema as z.ZodMiniType).safeParse(value)
  if (!result.success) throw createNoResponseError(result.error)
  return result.data
}

async function sendWithRetries(call: Call, options: LooseOptions): Promise<ReceivedResponse> {
  const identity = call.auth === 'any' || call.auth === 'identity' ? apiConfig.identity : undefined
  let identityToken = await identity?.getToken()
  let mayRenew = identity !== undefined
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(call, options, identityToken)
    } catch (error) {
      if (mayRenew && error instanceof ApiError && error.status === 401) {
        mayRenew = false
        identityToken = await identity?.renewToken(identityToken)
        if (identityToken) continue
      }
      const pauseInMs = getRetryPauseInMs(call, error, attempt)
      if (pauseInMs === undefined) throw error
      await sleep(pauseInMs, options.signal)
    }
  }
}

async function sendOnce(
  call: Call,
  options: LooseOptions,
  identityToken?: string,
): Promise<ReceivedResponse> {
  const headers = toHeaders(options, identityToken)
  const deviceKey = call.device ? await apiConfig.deviceKey?.() : undefined
  if (deviceKey) headers.set(deviceHeader, deviceKey)
  const sending: OutgoingRequest = {
    url: buildUrl(call, options),
    method: call.method,
    headers,
    body: options.formData ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    signal: options.signal,
  }
  const isUncontrolledRead = call.auth === 'none' && call.method === 'GET' && isPageUncontrolled()
  const received = await receiveAnswer(call, transmit(call, sending, options))
  const { response, body } = received
  if (response.status === call.status) {
    if (isUncontrolledRead) queueUncontrolledAnswer({ sending, received, receivedOn: Date.now() })
    return received
  }
  if (response.ok) throw createNoResponseError(`status ${response.status} instead of ${call.status}`)
  throw parseApiError(response, await body.text())
}

const isRead = (call: Call) => call.method === 'GET' || call.changesNothing === true

/** Checks that our service answered, and reports to the link monitor what the answer shows about the network. */
async function receiveAnswer(call: Call, sent: Promise<ReceivedResponse>): Promise<ReceivedResponse> {
  const lateTimer = isRead(call) ? setTimeout(() => reportLinkSignal('late'), lateAfterInMs) : undefined
  try {
    const received = await sent.catch(reportSilence)
    const linkSignal = classifyAnswer(received.response)
    if (isRead(call) && linkSignal === 'answer' && received.waitedInMs !== undefined)
      recordFirstByteWait(received.waitedInMs)
    reportLinkSignal(linkSignal)
    if (!isFromTenant(received.response))
      throw createNoResponseError(`${received.response.status} without ${tenantHeader}`)
    return received
  } finally {
    clearTimeout(lateTimer)
  }
}

function reportSilence(error: unknown): never {
  if (error instanceof ApiError) reportLinkSignal('silence')
  throw error
}

/** Classifies an answer. A proxy's page about a failed upstream (5xx) says nothing about the client's network. */
function classifyAnswer(response: Response): LinkSignal {
  // the service worker returns a cached answer when the network gave none
  if (isFromTenant(response)) return readCachedAt(response.headers) === undefined ? 'answer' : 'silence'
  return response.ok || response.status === 511 ? 'stranger' : 'silence'
}

/** Checks the tenant header. A captive portal, a proxy or another tenant's host may have answered instead. */
function isFromTenant({ headers }: Response): boolean {
  const tenant = headers.get(tenantHeader)
  return tenant !== null && (apiConfig.tenant === '' || tenant === encodeURIComponent(apiConfig.tenant))
}

async function transmit(
  call: Call,
  sending: OutgoingRequest,
  options: LooseOptions,
): Promise<ReceivedResponse> {
  const reportsUpload = options.onUploadProgress && typeof XMLHttpRequest !== 'undefined'
  if (options.onUploadProgress && reportsUpload) {
    const { sendWithProgress } = await import('./upload.ts')
    return sendWithProgress(sending, options.onUploadProgress)
  }
  if (options.formData) return send(sending, timeouts.afterUploadInMs)
  return send(sending, isRead(call) ? timeouts.readInMs : timeouts.writeInMs)
}

/** @param mine identity token of the signed-in user; next to a search token it is sent in a separate header */
function toHeaders(options: LooseOptions, identityToken?: string): Headers {
  const headers = new Headers({
    accept: 'application/json, */*;q=0.5',
    'accept-language': apiConfig.language,
  })
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const bearer = options.token ?? identityToken
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (identityToken && identityToken !== bearer) headers.set(identityHeader, identityToken)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

const maxReadRetries = 1
const maxRetryPauseInMs = 5_000

/** Returns whether the browser reports no network. `navigator.onLine` is only a hint, and absent outside browsers. */
const isOffline = () => 'navigator' in globalThis && 'onLine' in navigator && !navigator.onLine

/** Returns the pause before a read is retried, with full jitter; undefined when it must not be retried. */
function getRetryPauseInMs(call: Call, error: unknown, attempt: number): number | undefined {
  if (!isRead(call) || attempt >= maxReadRetries || !(error instanceof ApiError)) return undefined
  if (error.timedOut || isOffline()) return undefined
  if (!isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable', 'TooManyRequests'))
    return undefined
  if (error.retryAfterInMs !== undefined)
    return error.retryAfterInMs <= maxRetryPauseInMs ? error.retryAfterInMs : undefined
  return Math.random() * 1_000 * 2 ** attempt
}
