import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { encodePart } from './uri.ts'

type Schema = z.core.$ZodType

/** Required bearer: none, a search token, an identity token, or either of them. */
export type Auth = 'none' | 'search' | 'identity' | 'any'

/** One call of the contract. The server, the client, the tests and OpenAPI are all derived from it. */
export interface Call {
  /** The `{service}` part of `/public/{service}/api/v1`. */
  readonly service: string
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/public/{service}/api/v1`, with parameters as `:name`. */
  readonly path: string
  readonly auth: Auth
  readonly params?: Schema
  readonly query?: Schema
  /** Request headers that only this call reads, in lower case. The schema must accept other headers (`z.looseObject`). */
  readonly headers?: Schema
  /** The answer depends on the calling device: the client adds {@link deviceHeader}. */
  readonly device?: true
  readonly body?: Schema
  /** Media type of an upload, which has no schema. */
  readonly bodyType?: 'multipart/form-data' | '*/*' | 'application/offset+octet-stream'
  readonly status: 200 | 201 | 204
  /** Schema of the JSON answer. Absent for 204 and for files. */
  readonly answer?: Schema
  /** Media type of an answer that is a file. */
  readonly file?: string
  /** Response headers that carry data, with their descriptions. A success always has them. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /**
   * A success has an `ETag`, and a request with that in `If-None-Match` is answered by an empty 304. `shared`: only an answer
   * that is the same for all callers.
   */
  readonly revalidated?: true | 'shared'
  /** The file is also sent in parts: `Range` is answered by 206, or by an empty 416. */
  readonly ranges?: true
  /** A read despite its method: safe to retry, and with the timeout of a read. */
  readonly changesNothing?: true
  /** Takes `Idempotency-Key`. With `itself`, the feature stores the key next to its own data. */
  readonly idempotent?: true | 'itself'
  /** Codes that this call answers in addition to the common ones. */
  readonly errors: readonly ErrorCode[]
}

export type ParamsOf<C extends Call> = C['params'] extends Schema ? z.input<C['params']> : undefined
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined
export type BodyOf<C extends Call> = C['body'] extends Schema ? z.input<C['body']> : undefined
export type HeadersOf<C extends Call> = C['headers'] extends Schema ? z.output<C['headers']> : undefined
export type AnswerOf<C extends Call> = C['answer'] extends Schema ? z.output<C['answer']> : undefined

export type ParsedParams<C extends Call> = C['params'] extends Schema ? z.output<C['params']> : undefined
export type ParsedQuery<C extends Call> = C['query'] extends Schema ? z.output<C['query']> : undefined
export type ParsedBody<C extends Call> = C['body'] extends Schema ? z.output<C['body']> : undefined

/**
 * Names the response header with the `theme` of the tenant that answered, percent-encoded. A response without it, or with
 * another tenant's, comes from another server: a captive portal, a proxy, or a host with a new owner.
 */
export const tenantHeader = 'photofinish-tenant'

/** Names the request header with the identity token of the signed-in user, for calls whose bearer is already a search token. */
export const identityHeader = 'identity-token'

/** Names the request header of calls with `device`. Its value is the secret of the device, a `DeviceKey`. */
export const deviceHeader = 'device-key'

/** Preserves the literal types of a call, from which both sides derive theirs. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** Returns the full path of a call with its parameters still in `:name` form. */
export function toRoute(call: Call): string {
  return `/public/${call.service}/api/v1${call.path}`
}

/**
 * Returns the path to request, with parameters filled in and escaped.
 *
 * @throws Error when a path parameter is missing (a programming mistake)
 */
export function buildPath(call: Call, params: Readonly<Record<string, string>> = {}): string {
  return toRoute(call).replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.service}.${call.name}: parameter ${name} is missing`)
    return encodePart(value)
  })
}
