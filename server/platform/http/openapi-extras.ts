import { type Call, routeOf } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Adds to OpenAPI what the schemas do not contain: files in requests and answers, `Idempotency-Key`, 204s and problem
 * documents.
 */
export function describeFilesAndHeaders(document: Json): Json {
  for (const call of allCalls) {
    const operation = operationOf(document, call)
    if (operation) describe(operation, call)
  }
  return document
}

/** Returns the operation of a call in an OpenAPI document. */
export function operationOf(document: Json, call: Call): Json | undefined {
  const paths = isJson(document.paths) ? document.paths : {}
  const path = paths[routeOf(call).replace(/:([A-Za-z]+)/g, '{$1}')]
  const operation = isJson(path) ? path[call.method.toLowerCase()] : undefined
  return isJson(operation) ? operation : undefined
}

function describe(operation: Json, call: Call): void {
  if (call.bodyType === 'multipart/form-data') {
    operation.requestBody = {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' } },
          },
        },
      },
    }
  }
  if (call.bodyType === 'application/offset+octet-stream') {
    const schema = { type: 'string', format: 'binary' }
    operation.requestBody = { required: true, content: { [call.bodyType]: { schema } } }
  }
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  if (call.idempotent) {
    parameters.push({
      in: 'header',
      name: 'Idempotency-Key',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description: 'The same key with the same body answers as the first time did.',
    })
  }
  if (parameters.length > 0) operation.parameters = parameters
  const responses = isJson(operation.responses) ? operation.responses : {}
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400 || !isJson(response) || !isJson(response.content)) continue
    response.content = { 'application/problem+json': response.content['application/json'] }
  }
  if (!call.answer) {
    responses[call.status] = call.file
      ? {
          description: call.summary,
          content: { [call.file]: { schema: { type: 'string', format: 'binary' } } },
        }
      : { description: call.summary }
  }
  const good = responses[call.status]
  if (call.answerHeaders && isJson(good)) {
    const entries = Object.entries(call.answerHeaders)
    good.headers = Object.fromEntries(
      entries.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    )
  }
  operation.responses = responses
}
