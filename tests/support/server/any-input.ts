import * as fc from 'fast-check'
import type { CallInput } from './api-calls.ts'

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
type ValueChange = { readonly keep: true } | { readonly drop: true } | { readonly put: unknown }

type BodyChange =
  | { readonly kind: 'good' }
  | { readonly kind: 'one value other'; readonly at: number; readonly choice: ValueChange }
  | { readonly kind: 'other'; readonly value: unknown }
  | { readonly kind: 'raw'; readonly text: string; readonly type: string }

/** Changes to a valid request. */
export interface Mutation {
  readonly path: Readonly<Record<string, ValueChange>>
  readonly query: Readonly<Record<string, ValueChange>>
  readonly header: Readonly<Record<string, ValueChange>>
  readonly bearer: 'as it was' | 'none' | 'signed in' | 'broken'
  readonly body: BodyChange
}

/** The valid request without changes. */
export const noMutation: Mutation = {
  path: {},
  query: {},
  header: {},
  bearer: 'as it was',
  body: { kind: 'good' },
}

const strangeTexts = [
  ...['', ' ', '0', '-1', '1e9', 'NaN', 'null', 'true', '[]', '{}', '*', '%', '../../x', '<script>'],
  ...["' OR 1=1--", '\0', 'a\0b', '\u202e', '\ud800', '😀', '١٢٨', 'е\u0308', '__proto__', 'constructor'],
  ...['javascript:alert(1)', '//evil.test', 'http://169.254.169.254/', 'a@b.cc\r\nBcc: d@e.ff'],
  ...['2026-02-30T10:00:00Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '9007199254740993'],
  ...['9'.repeat(400), 'x'.repeat(5000), '6f1c2b1e-52a7-4c8e-9d0a-3b6a5f4e2d1c'],
]
const arbitraryStrangeText = fc.oneof(
  fc.constantFrom(...strangeTexts),
  fc.string(),
  fc.string({ unit: 'binary' }),
)
const arbitraryStrangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, [], {}, [[]], [null]),
  arbitraryStrangeText,
  fc.jsonValue({ maxDepth: 3 }),
)

/** @param known ids and texts that exist; a text without a format is mostly one of them */
function arbitraryMatchingValue(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
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
      return fc.dictionary(arbitraryStrangeText, inner(schema.additionalProperties), { maxKeys: 4 })
    return fc.record(fields, { requiredKeys: (schema.required ?? []).filter((name) => name in fields) })
  }
  if (type === 'array')
    return fc.array(schema.items ? inner(schema.items) : arbitraryStrangeValue, {
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    })
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 100_000, 2 ** 31 - 1) })
  if (type === 'number') return fc.constantFrom(643, 840, 1.5)
  if (type === 'boolean') return fc.boolean()
  const text = fc.oneof(fc.constantFrom(...known), fc.string())
  return schema.pattern ? fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), text) : text
}

function arbitraryValue(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: arbitraryMatchingValue(schema, known) },
    { weight: 1, arbitrary: arbitraryStrangeValue },
  )
}

const arbitraryChange = (other: fc.Arbitrary<unknown>): fc.Arbitrary<ValueChange> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant<ValueChange>({ keep: true }) },
    { weight: 1, arbitrary: fc.constant<ValueChange>({ drop: true }) },
    { weight: 3, arbitrary: other.map((put) => ({ put })) },
  )

/** Returns whether HTTP allows the text in a header. */
const isHeaderText = (text: string) => /^[\x20-\x7e]*$/.test(text)
const arbitraryHeaderText = fc.oneof(
  fc.constantFrom(...strangeTexts.filter(isHeaderText)),
  fc.string({ unit: 'grapheme-ascii' }),
)

function arbitraryBodyChange(operation: Operation, known: readonly string[]): fc.Arbitrary<BodyChange> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const other = schema
    ? fc.oneof(arbitraryValue(schema, known), arbitraryStrangeValue)
    : arbitraryStrangeValue
  const raw = fc.record({
    kind: fc.constant('raw' as const),
    text: fc.oneof(
      fc.constantFrom('{', '[1,', '"', 'null', '{"__proto__":{"a":1}}', '[['.repeat(5000), '\0'),
      arbitraryStrangeText,
    ),
    type: fc.constantFrom(
      ...['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''],
      ...['multipart/form-data; boundary=x', 'application/octet-stream', 'application/offset+octet-stream'],
    ),
  })
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<BodyChange>({ kind: 'good' }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('one value other' as const),
        at: fc.nat(50),
        choice: arbitraryChange(arbitraryStrangeValue),
      }),
    },
    { weight: 5, arbitrary: other.map((value): BodyChange => ({ kind: 'other', value })) },
    { weight: 2, arbitrary: raw },
  )
}

/**
 * Returns one request per parameter or body value of a valid request and strange value, including values that belong
 * to other places.
 */
export function mutateOneValue(
  operation: Operation,
  validInput: CallInput,
  known: readonly string[],
): Mutation[] {
  const locations = isJson(validInput.body) ? [...listLocations({ whole: validInput.body }).keys()] : []
  // all calls handle these headers in the same way, and most accept any value
  const ignoredNames = new Set(['Idempotency-Key', 'Accept-Language', 'If-None-Match', 'Range', 'If-Range'])
  const parameters = (operation.parameters ?? []).filter(({ name }) => !ignoredNames.has(name))
  const other = (part: Partial<Mutation>): Mutation => Object.assign({}, noMutation, part)
  return [...strangeTexts, ...known].flatMap((put) => {
    const inParameters = parameters
      .filter((parameter) => parameter.in !== 'header' || isHeaderText(put))
      .map((parameter) => other({ [parameter.in]: { [parameter.name]: { put } } }))
    const inBody = locations.map((at) => other({ body: { kind: 'one value other', at, choice: { put } } }))
    return inParameters.concat(inBody)
  })
}

/** Generates changes after which a request mostly matches the document. */
export function arbitraryMutation(operation: Operation, known: readonly string[]): fc.Arbitrary<Mutation> {
  const changes = (place: 'path' | 'query' | 'header') =>
    fc.record(
      Object.fromEntries(
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => {
            const text = place === 'header' ? arbitraryHeaderText : arbitraryStrangeText
            return [name, arbitraryChange(fc.oneof(arbitraryValue(schema, known), text))]
          }),
      ),
    )
  return fc.record({
    path: changes('path'),
    query: changes('query'),
    header: changes('header'),
    bearer: fc.constantFrom('as it was', 'as it was', 'none', 'signed in', 'broken'),
    body: arbitraryBodyChange(operation, known),
  })
}

const isJson = (body: unknown) => typeof body === 'object' && !Buffer.isBuffer(body)
const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Applies changes to values by name. */
function applyChanges(
  validInput: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, ValueChange>>,
) {
  const all = { ...validInput }
  for (const [name, change] of Object.entries(changes)) {
    // header names of the document may have capitals
    const actualName =
      Object.keys(validInput).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
    if ('drop' in change) delete all[actualName]
    if ('put' in change) all[actualName] = change.put
  }
  return all
}

type ValueLocation = readonly [parent: Record<string, unknown>, key: string]

/** Returns every place of a value, at any depth. */
function listLocations(parent: Record<string, unknown>): ValueLocation[] {
  return Object.entries(parent).flatMap(([key, each]): ValueLocation[] => {
    const inside =
      typeof each === 'object' && each !== null ? listLocations(each as Record<string, unknown>) : []
    return [[parent, key] as const].concat(inside)
  })
}

/** Returns the value with one place changed. */
function changeLocation(value: unknown, at: number, change: ValueChange): unknown {
  const copy: Record<string, unknown> = { whole: structuredClone(value) }
  const locations = listLocations(copy)
  const [parent, key] = locations[at % locations.length] ?? [copy, 'whole']
  if ('drop' in change) delete parent[key]
  else if ('put' in change) parent[key] = change.put
  else if (!Array.isArray(parent)) parent.surplus = 1
  return copy.whole
}

/** Applies a mutation to a valid request. @param tokens one of a signed-in user, and one with an invalid signature */
export function applyMutation(
  validInput: CallInput,
  mutation: Mutation,
  tokens: { signedIn: string; broken: string },
) {
  const texts = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]))
  const token = {
    'as it was': validInput.token,
    none: undefined,
    'signed in': tokens.signedIn,
    broken: tokens.broken,
  }[mutation.bearer]
  const { body } = mutation
  const headers = texts(applyChanges(validInput.headers ?? {}, mutation.header))
  let payload = validInput.body
  if (body.kind === 'one value other' && isJson(validInput.body))
    payload = changeLocation(validInput.body, body.at, body.choice)
  if (body.kind === 'other') payload = body.value
  if (body.kind === 'raw') {
    payload = body.text
    headers['content-type'] = body.type
  } else if (body.kind === 'other' || isJson(validInput.body)) {
    payload = JSON.stringify(payload)
    headers['content-type'] ??= 'application/json'
  }
  return {
    params: texts(applyChanges(validInput.params ?? {}, mutation.path)),
    query: applyChanges(validInput.query ?? {}, mutation.query),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload: payload as string | Buffer | undefined,
  }
}
