import type { FastifyInstance } from 'fastify'
import { Failure } from './problem.ts'

/**
 * Rejects a JSON body with a text that PostgreSQL cannot store: one with a NUL character or a lone surrogate. Both are valid
 * JSON when escaped, and no schema of a call checks for them.
 */
export function refuseBrokenTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    const field = brokenPlace(body)
    if (field === undefined) return
    const message = 'a zero character or half of a surrogate pair'
    throw new Failure('ValidationFailed', { fields: [{ field, code: 'Invalid', message }] })
  })
}

/** `Cs` matches lone surrogates. */
const isBroken = (text: string) => /[\0\p{Cs}]/u.test(text)

/** Returns the path of the first broken text, e.g. `fields.message`. Iterative, since a body may be nested very deep. */
function brokenPlace(body: unknown): string | undefined {
  const left: { value: unknown; place: string }[] = [{ value: body, place: '' }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, place } = next
    if (typeof value === 'string' && isBroken(value)) return place || 'body'
    if (!isJson(value)) continue
    for (const [key, each] of Object.entries(value)) {
      if (isBroken(key)) return place || 'body'
      left.push({ value: each, place: place ? `${place}.${key}` : key })
    }
  }
  return undefined
}

/** Returns whether a value is an array or a plain object, unlike bytes and streams of uploads. */
const isJson = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value)))
