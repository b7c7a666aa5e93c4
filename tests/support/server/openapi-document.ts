import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type Call, toRoute } from '../../../contract/call.ts'
import { getOpenApiDocument } from '../../../server/platform/http/documentation.ts'

/** A response of the OpenAPI document. */
interface DescribedResponse {
  headers?: Record<string, { required?: boolean; schema: object }>
  content?: Record<string, { schema: object }>
}

interface Operation {
  responses: Record<string, DescribedResponse>
}

const bodyAjv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, coerceTypes: false })
addFormats.default(bodyAjv)
/** Coerces types, because header values are text. */
const headerAjv = new Ajv2020({ coerceTypes: true, strict: true })

const validators = new WeakMap<object, ValidateFunction>()

/** Returns the validator of a schema. Compiled on the first use, because most tests make few calls. */
function getValidator(schema: object, ajv = bodyAjv): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

const describeErrors = (errors: readonly ErrorObject[] | null | undefined) =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )

/**
 * Compares an answer with the published OpenAPI document: status, headers, media type and body.
 *
 * @returns the differences; empty when there are none
 */
export function compareWithDocument(
  app: FastifyInstance,
  call: Call,
  response: LightMyRequestResponse,
): string[] {
  const { statusCode, headers, body } = response
  const described = findOperation(app, call)?.responses[statusCode]
  if (!described) return [`${statusCode} is not described: ${body}`]
  return [...compareHeaders(described, headers), ...compareBody(described, call, response)]
}

/** Operations of the calls that were compared, in any application: building the document takes longer than many calls. */
const operations = new Map<Call, Operation>()

function findOperation(app: FastifyInstance, call: Call): Operation | undefined {
  const known = operations.get(call)
  if (known) return known
  const { paths } = getOpenApiDocument(app) as { paths: Record<string, Record<string, Operation>> }
  const operation = paths[toRoute(call).replace(/:([A-Za-z]+)/g, '{$1}')]?.[call.method.toLowerCase()]
  if (operation) operations.set(call, operation)
  return operation
}

function compareHeaders(
  { headers = {} }: DescribedResponse,
  actual: LightMyRequestResponse['headers'],
): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = actual[name.toLowerCase()]
    if (value === undefined) return required ? [`the header ${name} is missing`] : []
    const validate = getValidator(schema, headerAjv)
    return validate(value)
      ? []
      : describeErrors(validate.errors).map((error) => `the header ${name}: ${error}`)
  })
}

function compareBody(
  { content = {} }: DescribedResponse,
  call: Call,
  response: LightMyRequestResponse,
): string[] {
  const { rawPayload, headers } = response
  if (call.method === 'HEAD' || Object.keys(content).length === 0)
    return rawPayload.length === 0 ? [] : [`a body that is not described: ${response.body}`]
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const schema = content[type]?.schema
  if (!schema) return [`${type || 'no media type'} instead of ${Object.keys(content).join(', ')}`]
  if (!type.endsWith('json') || headers['content-encoding'] !== undefined) return []
  const validate = getValidator(schema)
  return validate(response.json()) ? [] : describeErrors(validate.errors)
}
