import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.core.$ZodType

/** Who may call: nobody in particular, the bearer of a search token or of an identity token, or either. */
export type Auth = 'none' | 'search' | 'identity' | 'any'

/** One call of the contract: everything both sides, the tests and OpenAPI need to know about it. */
export interface Call {
  /** The `{service}` of `/public/{service}/api/v1`. */
  readonly service: string
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/public/{service}/api/v1`, parameters written `:like` this. */
  readonly path: string
  readonly auth: Auth
  readonly params?: Schema
  readonly query?: Schema
  /** Request headers of this call alone, names in lower case; must let others pass (`z.looseObject`). */
  readonly headers?: Schema
  readonly body?: Schema
  /** An upload is described by its media type instead of a schema. */
  readonly bodyType?: 'multipart/form-data' | 'application/octet-stream' | 'application/offset+octet-stream'
  readonly status: 200 | 201 | 204
  /** Schema of the JSON answer; absent for 204 and for files. */
  readonly answer?: Schema
  /** Media type of an answer that is a file. */
  readonly file?: string
  /** Headers in which an answer says something, and what. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** A read in spite of its method: it may be repeated, and is given up as early as one. */
  readonly changesNothing?: true
  /** Takes `Idempotency-Key`; `itself` where the feature keeps the key beside what it belongs to. */
  readonly idempotent?: true | 'itself'
  /** Codes that this call answers besides the common ones. */
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
 * Header of every answer of the service: the `theme` of the tenant that answered, percent-encoded. What comes without
 * it, or with another tenant's, is somebody else's: a captive portal, a proxy, a host that has changed hands.
 */
export const tenantHeader = 'photofinish-tenant'

/** Header of a call that carries a search token as its bearer already: the identity token of whoever is signed in. */
export const identityHeader = 'identity-token'

/** Keeps a call's literal types, so that both sides derive theirs from it. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** The whole path of a call with its parameters still in `:name` form. */
export function routeOf(call: Call): string {
  return `/public/${call.service}/api/v1${call.path}`
}

/**
 * The path to request, parameters filled in and escaped.
 *
 * @throws Error when a parameter of the path is missing (a programming mistake)
 */
export function pathOf(call: Call, params: Readonly<Record<string, string>> = {}): string {
  return routeOf(call).replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.service}.${call.name}: parameter ${name} is missing`)
    return encodeURIComponent(value)
  })
}
