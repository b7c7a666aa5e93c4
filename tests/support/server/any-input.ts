import * as fc from 'fast-check'
import type { Ask } from './api-calls.ts'

/** The subset of JSON Schema that the served OpenAPI document uses. */
interface JsonSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** An operation of the served document. */
export interface Operation {
  operationId: string
  parameters?: readonly { in: 'path' | 'query' | 'header'; name: string; schema: JsonSchema }[]
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> }
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: JsonSchema }>> }>>
}

/** Change of a valid value: none, removal, or replacement. */
type Choice = { readonly keep: true } | { readonly drop: true } | { readonly put: unknown }

type Body =
  | { readonly kind: 'good' }
  | { readonly kind: 'one value other'; readonly at: number; readonly choice: Choice }
  | { readonly kind: 'other'; readonly value: unknown }
  | { readonly kind: 'raw'; readonly text: string; readonly type: string }

/** Changes to a valid request. */
export interface Twist {
  readonly path: Readonly<Record<string, Choice>>
  readonly query: Readonly<Record<string, Choice>>
  readonly header: Readonly<Record<string, Choice>>
  readonly bearer: 'as it was' | 'none' | 'signed in' | 'broken'
  readonly body: Body
}

/** The valid request without changes. */
export const asItIs: Twist = { path: {}, query: {}, header: {}, bearer: 'as it was', body: { kind: 'good' } }

const strange = [
  ...['', ' ', '0', '-1', '1e9', 'NaN', 'null', 'true', '[]', '{}', '*', '%', '../../x', '<script>'],
  ...["' OR 1=1--", '\0', 'a\0b', '\u202e', '\ud800', '😀', '١٢٨', 'е\u0308', '__proto__', 'constructor'],
  ...['javascript:alert(1)', '//evil.test', 'http://169.254.169.254/', 'a@b.cc\r\nBcc: d@e.ff'],
  ...['2026-02-30T10:00:00Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '9007199254740993'],
  ...['9'.repeat(400), 'x'.repeat(5000), '6f1c2b1e-52a7-4c8e-9d0a-3b6a5f4e2d1c'],
]
const strangeText = fc.oneof(fc.constantFrom(...strange), fc.string(), fc.string({ unit: 'binary' }))
const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, [], {}, [[]], [null]),
  strangeText,
  fc.jsonValue({ maxDepth: 3 }),
)

/** @param known ids and texts that exist; a text without a format is mostly one of them */
function fitting(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (each: JsonSchema) => arbitraryValue(each, known)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const fields = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [name, inner(each)]),
    )
    if (typeof schema.additionalProperties === 'object')
      return fc.dictionary(strangeText, inner(schema.additionalProperties), { maxKeys: 4 })
    return fc.record(fields, { requiredKeys: (schema.required ?? []).filter((name) => name in fields) })
  }
  if (type === 'array')
    return fc.array(schema.items ? inner(schema.items) : strangeValue, {
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    })
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 100_000, 2 ** 31 - 1) })
  if (type === 'number') return fc.constantFrom(643, 840, 1.5)
  if (type === 'boolean') return fc.boolean()
  const word = fc.oneof(fc.constantFrom(...known), fc.string())
  return schema.pattern ? fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), word) : word
}

function arbitraryValue(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: strangeValue })
}

const arbitraryChoice = (other: fc.Arbitrary<unknown>): fc.Arbitrary<Choice> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant<Choice>({ keep: true }) },
    { weight: 1, arbitrary: fc.constant<Choice>({ drop: true }) },
    { weight: 3, arbitrary: other.map((put) => ({ put })) },
  )

/** Returns whether HTTP allows the text in a header. */
const inHeader = (text: string) => /^[\x20-\x7e]*$/.test(text)
const headerText = fc.oneof(
  fc.constantFrom(...strange.filter(inHeader)),
  fc.string({ unit: 'grapheme-ascii' }),
)

function arbitraryBody(operation: Operation, known: readonly string[]): fc.Arbitrary<Body> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const other = schema ? fc.oneof(arbitraryValue(schema, known), strangeValue) : strangeValue
  const raw = fc.record({
    kind: fc.constant('raw' as const),
    text: fc.oneof(
      fc.constantFrom('{', '[1,', '"', 'null', '{"__proto__":{"a":1}}', '[['.repeat(5000), '\0'),
      strangeText,
    ),
    type: fc.constantFrom(
      ...['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''],
      ...['multipart/form-data; boundary=x', 'application/octet-stream', 'application/offset+octet-stream'],
    ),
  })
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<Body>({ kind: 'good' }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('one value other' as const),
        at: fc.nat(50),
        choice: arbitraryChoice(strangeValue),
      }),
    },
    { weight: 5, arbitrary: other.map((value): Body => ({ kind: 'other', value })) },
    { weight: 2, arbitrary: raw },
  )
}

/**
 * Returns one request per parameter or body value of a valid request and strange value, including values that belong
 * to other places.
 */
export function mutateOneValue(operation: Operation, good: Ask, known: readonly string[]): Twist[] {
  const places = isJson(good.body) ? [...listPlaces({ whole: good.body }).keys()] : []
  // all calls handle these headers in the same way, and most accept any value
  const alike = new Set(['Idempotency-Key', 'Accept-Language', 'If-None-Match', 'Range', 'If-Range'])
  const parameters = (operation.parameters ?? []).filter(({ name }) => !alike.has(name))
  const other = (part: Partial<Twist>): Twist => Object.assign({}, asItIs, part)
  return [...strange, ...known].flatMap((put) => {
    const inParameters = parameters
      .filter((parameter) => parameter.in !== 'header' || inHeader(put))
      .map((parameter) => other({ [parameter.in]: { [parameter.name]: { put } } }))
    const inBody = places.map((at) => other({ body: { kind: 'one value other', at, choice: { put } } }))
    return inParameters.concat(inBody)
  })
}

/** Generates changes after which a request mostly matches the document. */
export function arbitraryTwist(operation: Operation, known: readonly string[]): fc.Arbitrary<Twist> {
  const choices = (place: 'path' | 'query' | 'header') =>
    fc.record(
      Object.fromEntries(
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => {
            const text = place === 'header' ? headerText : strangeText
            return [name, arbitraryChoice(fc.oneof(arbitraryValue(schema, known), text))]
          }),
      ),
    )
  return fc.record({
    path: choices('path'),
    query: choices('query'),
    header: choices('header'),
    bearer: fc.constantFrom('as it was', 'as it was', 'none', 'signed in', 'broken'),
    body: arbitraryBody(operation, known),
  })
}

const isJson = (body: unknown) => typeof body === 'object' && !Buffer.isBuffer(body)
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Applies changes to values by name. */
function twisted(good: Readonly<Record<string, unknown>>, choices: Readonly<Record<string, Choice>>) {
  const all = { ...good }
  for (const [name, choice] of Object.entries(choices)) {
    // header names of the document may have capitals
    const own = Object.keys(good).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
    if ('drop' in choice) delete all[own]
    if ('put' in choice) all[own] = choice.put
  }
  return all
}

type Location = readonly [parent: Record<string, unknown>, key: string]

/** Returns every place of a value, at any depth. */
function listPlaces(parent: Record<string, unknown>): Location[] {
  return Object.entries(parent).flatMap(([key, each]): Location[] => {
    const inside =
      typeof each === 'object' && each !== null ? listPlaces(each as Record<string, unknown>) : []
    return [[parent, key] as const].concat(inside)
  })
}

/** Returns the value with one place changed. */
function changedAt(value: unknown, at: number, choice: Choice): unknown {
  const copy: Record<string, unknown> = { whole: structuredClone(value) }
  const places = listPlaces(copy)
  const [parent, key] = places[at % places.length] ?? [copy, 'whole']
  if ('drop' in choice) delete parent[key]
  else if ('put' in choice) parent[key] = choice.put
  else if (!Array.isArray(parent)) parent.surplus = 1
  return copy.whole
}

/** Applies a mutation to a valid request. @param tokens one of a signed-in user, and one with an invalid signature */
export function twistedAsk(good: Ask, twist: Twist, tokens: { signedIn: string; broken: string }) {
  const texts = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))
  const token = {
    'as it was': good.token,
    none: undefined,
    'signed in': tokens.signedIn,
    broken: tokens.broken,
  }[twist.bearer]
  const { body } = twist
  const headers = texts(twisted(good.headers ?? {}, twist.header))
  let payload = good.body
  if (body.kind === 'one value other' && isJson(good.body))
    payload = changedAt(good.body, body.at, body.choice)
  if (body.kind === 'other') payload = body.value
  if (body.kind === 'raw') {
    payload = body.text
    headers['content-type'] = body.type
  } else if (body.kind === 'other' || isJson(good.body)) {
    payload = JSON.stringify(payload)
    headers['content-type'] ??= 'application/json'
  }
  return {
    params: texts(twisted(good.params ?? {}, twist.path)),
    query: twisted(good.query ?? {}, twist.query),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload: payload as string | Buffer | undefined,
  }
}
