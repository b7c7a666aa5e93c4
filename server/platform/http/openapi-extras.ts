import type * as z from 'zod/mini'
import { type Call, identityHeader, tenantHeader, toRoute } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'
import { type ErrorCode, errorStatus, retryAfterStatuses } from '../../../contract/errors.ts'
import { listErrorCodes } from './error-codes.ts'

export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tokens of callers. Both are bearers: a call says in its `security` which of them it takes. */
export const securitySchemes = {
  searchToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Search token of one event, from `createSearchToken`',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "Identity token of a signed-in user, from the tenant's sign-on server",
  },
} as const

type Requirement = Partial<Record<keyof typeof securitySchemes, []>>

/** Lists the alternatives for each kind of bearer; the empty one makes a token optional. */
const security: Readonly<Record<Call['auth'], readonly Requirement[]>> = {
  none: [],
  search: [{ searchToken: [] }],
  identity: [{ identityToken: [] }],
  any: [{}, { searchToken: [] }, { identityToken: [] }],
}

/**
 * Adds to OpenAPI what the schemas do not contain, from the records of the calls: tokens, headers, files in requests and
 * answers, 204s, and the codes of problem documents.
 */
export function describeCalls(document: Json): Json {
  for (const call of allCalls) {
    const operation = findOperation(document, call)
    if (operation) describeOperation(operation, call)
  }
  return document
}

/** Returns the operation of a call in an OpenAPI document. */
export function findOperation(document: Json, call: Call): Json | undefined {
  const paths = isJson(document.paths) ? document.paths : {}
  const path = paths[toRoute(call).replace(/:([A-Za-z]+)/g, '{$1}')]
  const operation = isJson(path) ? path[call.method.toLowerCase()] : undefined
  return isJson(operation) ? operation : undefined
}

function describeOperation(operation: Json, call: Call): void {
  if (call.auth !== 'none') operation.security = security[call.auth]
  const existingParameters = Array.isArray(operation.parameters) ? operation.parameters : []
  operation.parameters = [...existingParameters, ...listRequestHeaders(call)]
  const upload = describeUpload(call)
  if (upload) operation.requestBody = { required: true, content: upload }
  else if (isJson(operation.requestBody)) operation.requestBody.required = !isOptional(call.body)
  const responses = isJson(operation.responses) ? operation.responses : {}
  operation.responses = {
    ...responses,
    ...describeSuccesses(call, responses),
    ...describeFailures(call, responses),
  }
}

const isOptional = (body: Call['body']) => (body as z.ZodMiniType | undefined)?.safeParse(undefined).success

/** Returns the request headers that the schemas of a call do not contain. */
function listRequestHeaders(call: Call): Json[] {
  const needsKey = call.errors.includes('IdempotencyKeyMissing')
  return [
    createRequestHeader('Accept-Language', 'Languages of the texts in the answer, in order of preference'),
    ...(call.idempotent
      ? [
          createRequestHeader(
            'Idempotency-Key',
            'The same key with the same body answers as the first time did.',
            {
              required: needsKey,
              schema: { type: 'string', maxLength: 255 },
            },
          ),
        ]
      : []),
    ...(call.auth === 'any' || call.auth === 'identity'
      ? [
          createRequestHeader(
            identityHeader,
            'Identity token of a signed-in user, next to a search token as the bearer',
          ),
        ]
      : []),
    ...(call.revalidated
      ? [createRequestHeader('If-None-Match', 'An `ETag`: the answer is 304 while it is unchanged')]
      : []),
    ...(call.ranges
      ? [
          createRequestHeader('Range', 'One range of bytes'),
          createRequestHeader('If-Range', 'An `ETag`: the whole file is sent when it has another one'),
        ]
      : []),
  ]
}

const createRequestHeader = (name: string, description: string, overrides: Json = {}): Json => ({
  in: 'header',
  name,
  required: false,
  schema: { type: 'string' },
  description,
  ...overrides,
})

const binarySchema = { type: 'string', format: 'binary' }

/** Returns the content of a request body that has no schema. */
function describeUpload({ bodyType }: Call): Json | undefined {
  if (bodyType === undefined) return undefined
  const form = { type: 'object', required: ['file'], properties: { file: binarySchema } }
  return { [bodyType]: { schema: bodyType === 'multipart/form-data' ? form : binarySchema } }
}

const createResponseHeader = (description: string) => ({
  description,
  required: true,
  schema: { type: 'string' },
})

/** Header of every answer at a host that has a tenant. */
const tenantHeaders = {
  [tenantHeader]: createResponseHeader('The `theme` of the tenant that answered, percent-encoded'),
}

/** Describes the statuses of successes: that of the call, and those of revalidated answers and of ranges. */
function describeSuccesses(call: Call, responses: Json): Json {
  const ownHeaders = Object.entries(call.answerHeaders ?? {}).map(([name, text]) => [
    name,
    createResponseHeader(text),
  ])
  const etag = call.revalidated
    ? { ETag: { ...createResponseHeader('Changes with the answer'), required: call.revalidated === true } }
    : {}
  const headers = { ...tenantHeaders, ...etag, ...Object.fromEntries(ownHeaders) }
  const response = responses[call.status]
  const content = call.file
    ? { content: { [call.file]: { schema: binarySchema } } }
    : isJson(response) && isJson(response.content)
      ? { content: response.content }
      : {}
  const rangeHeaders = { ...headers, 'Content-Range': createResponseHeader('The range that is sent') }
  return {
    [call.status]: { description: call.summary, headers, ...content },
    ...(call.revalidated
      ? { 304: { description: 'The same as before', headers: { ...tenantHeaders, ...etag } } }
      : {}),
    ...(call.ranges
      ? {
          206: { description: 'A part of the file', headers: rangeHeaders, ...content },
          416: { description: 'There is no such range', headers: rangeHeaders },
        }
      : {}),
  }
}

/** Describes each status of failures with the codes that it may carry. */
function describeFailures(call: Call, responses: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of listErrorCodes(call))
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const headers = {
        ...(codes.includes('TenantUnknown') ? {} : tenantHeaders),
        ...(retryAfterStatuses.includes(status)
          ? {
              'Retry-After': {
                ...createResponseHeader('Seconds before a retry makes sense'),
                schema: { type: 'integer', minimum: 0 },
              },
            }
          : {}),
      }
      const schema = addCodes(findProblemSchema(responses[status]), codes)
      const content = { 'application/problem+json': { schema } }
      return [status, { description: codes.join(', '), headers, content }]
    }),
  )
}

/** Returns the schema of a problem document, as the routes declare it. */
function findProblemSchema(response: unknown): Json {
  const content =
    isJson(response) && isJson(response.content) ? response.content['application/json'] : undefined
  if (!isJson(content) || !isJson(content.schema)) throw new Error('A failure has no schema')
  return content.schema
}

const addCodes = (problem: Json, codes: readonly ErrorCode[]): Json => ({
  ...problem,
  properties: {
    ...(isJson(problem.properties) ? problem.properties : {}),
    code: { type: 'string', enum: codes },
  },
})
