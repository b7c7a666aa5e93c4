import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode } from '../../../contract/errors.ts'
import { findUnavailableCode } from '../unavailable.ts'
import { chooseLanguage } from './language.ts'
import { Failure, sendProblem } from './problem.ts'

/** Maps error codes of Fastify and its plugins to our codes. */
const codeByExternalCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'ValidationFailed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'ValidationFailed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'ValidationFailed',
  FST_REQ_FILE_TOO_LARGE: 'FileTooBig',
  FST_FILES_LIMIT: 'ValidationFailed',
  FST_FIELDS_LIMIT: 'ValidationFailed',
  FST_PARTS_LIMIT: 'ValidationFailed',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UnsupportedMediaType',
  ENOSPC: 'StorageFull',
  '53100': 'StorageFull',
  // PostgreSQL cannot store a NUL character in texts.
  '22021': 'ValidationFailed',
}

/** Turns every thrown error into a problem document. Unexpected errors are logged with their cause, which is not sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error, request)
    if (failure.code === 'Unexpected') request.log.error({ err: error }, 'unexpected failure')
    return sendProblem(reply, failure, chooseLanguage(request.headers['accept-language']))
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, new Failure('NotFound'), chooseLanguage(request.headers['accept-language'])),
  )
}

/** Answers requests that Fastify rejects before routing, e.g. an address with broken UTF-8. */
export function handleBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void sendProblem(reply, toFailure(error, request), chooseLanguage(request.headers['accept-language']))
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.flatMap((issue) => {
      const path = issue.instancePath.split('/').filter(Boolean)
      const unknownKeys =
        'keys' in issue.params && Array.isArray(issue.params.keys) ? issue.params.keys : undefined
      const names = unknownKeys?.map((key) => [...path, String(key)].join('.')) ?? [path.join('.')]
      return names.map((name) => ({
        field: name || (error.validationContext ?? 'body'),
        code: unknownKeys ? 'UnknownField' : 'Invalid',
        message: issue.message ?? 'Invalid',
      }))
    })
    return new Failure('ValidationFailed', { fields })
  }
  const { code, statusCode, cause } = error as FastifyError & { cause?: { code?: string } }
  const mappedCode = codeByExternalCode[code] ?? codeByExternalCode[cause?.code ?? '']
  if (mappedCode) return new Failure(mappedCode, { cause: error })
  if (statusCode === 429) return new Failure('TooManyRequests', { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    request.log.info({ err: error }, 'refused')
    return new Failure('ValidationFailed', { cause: error })
  }
  const dependencyCode = findUnavailableCode(error)
  if (dependencyCode) {
    request.log.warn({ err: error }, 'a dependency is unavailable')
    return new Failure(dependencyCode, { cause: error })
  }
  return new Failure('Unexpected', { cause: error })
}
