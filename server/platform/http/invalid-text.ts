import type { FastifyInstance } from 'fastify'
import { Failure } from './problem.ts'

/**
 * Rejects a JSON body with a text that PostgreSQL cannot store: one with a NUL character or a lone surrogate. Both are valid
 * JSON when escaped, and no schema of a call checks for them.
 */
export function rejectInvalidText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    const field = findInvalidTextPath(body)
    if (field === undefined) return
    const message = 'a zero character or half of a surrogate pair'
    throw new Failure('ValidationFailed', { fields: [{ field, code: 'Invalid', message }] })
  })
}

/** `Cs` matches lone surrogates. */
const hasInvalidCharacters = (text: string) => /[\0\p{Cs}]/u.test(text)

/** Returns the path of the first broken text, e.g. `fields.message`. Iterative, since a body may be nested very deep. */
function findInvalidTextPath(body: unknown): string | undefined {
  const pending: { value: unknown; path: string }[] = [{ value: body, path: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && hasInvalidCharacters(value)) return path || 'body'
    if (!isJsonContainer(value)) continue
    for (const [key, each] of Object.entries(value)) {
      if (hasInvalidCharacters(key)) return path || 'body'
      pending.push({ value: each, path: path ? `${path}.${key}` : key })
    }
  }
  return undefined
}

/** Returns whether a value is an array or a plain object, unlike bytes and streams of uploads. */
const isJsonContainer = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value)))
