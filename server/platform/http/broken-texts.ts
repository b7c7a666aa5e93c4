import type { FastifyInstance } from 'fastify'
import { Failure } from './problem.ts'

/**
 * Refuses a JSON body with a text that no database keeps: one that holds a zero character or half of a surrogate pair.
 * Both are proper JSON when they are escaped, so that no schema of a call would think of them.
 */
export function refuseBrokenTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    const field = brokenPlace(body)
    if (field === undefined) return
    const message = 'a zero character or half of a surrogate pair'
    throw new Failure('ValidationFailed', { fields: [{ field, code: 'Invalid', message }] })
  })
}

/** `Cs` are surrogates that stand alone. */
const isBroken = (text: string) => /[\0\p{Cs}]/u.test(text)

/** Where the first broken text stands, e.g. `fields.message`; without recursion, since a body may be nested very deep. */
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

/** An array or a plain object; bytes and streams of uploads are none. */
const isJson = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value)))
