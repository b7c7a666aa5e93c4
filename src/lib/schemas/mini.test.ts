import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '../../../contract/call.ts'
import { allCalls } from '../../../contract/calls.ts'
import { Email } from '../../../contract/common.ts'
import { Problem } from '../../../contract/errors.ts'
import { Settings } from '../../../contract/settings.ts'
import * as mini from './mini.ts'

/** The contract as the page has it. */
async function contractOfPage() {
  vi.resetModules()
  vi.doMock('zod/mini', () => mini)
  const { allCalls: calls } = await import('../../../contract/calls.ts')
  const common = await import('../../../contract/common.ts')
  const errors = await import('../../../contract/errors.ts')
  const settings = await import('../../../contract/settings.ts')
  vi.doUnmock('zod/mini')
  return { calls, Email: common.Email, Problem: errors.Problem, Settings: settings.Settings }
}

interface Def {
  type: string
  shape: Record<string, z.ZodMiniType>
  element: z.ZodMiniType
  innerType: z.ZodMiniType
  valueType: z.ZodMiniType
  options: z.ZodMiniType[]
  values: unknown[]
  entries: Record<string, string>
}

const junk = [null, undefined, '', 'x', 0, -1, 1.5, 2 ** 60, Number.NaN, true, [], {}, [1], { a: 1 }]
const texts = [
  ...['a', 'A-b_9', '', ' ', 'x'.repeat(128), 'x'.repeat(129), '__proto__', 'ru', '{}', '\0'],
  ...['2026-09-12', '2024-02-29', '2026-02-29', '2100-02-29', '2026-13-01', '2026-04-31', '20260912'],
  ...['2026-09-12T10:00:00.000Z', '2026-09-12T23:59:59Z', '2026-09-12T24:00:00Z', '2026-09-12T10:00Z'],
  ...['2026-09-12T10:00:00+03:00', '2026-09-12 10:00:00Z', '2026-09-12T10:00:00.Z'],
  ...['6f1c2b1e-52a7-4c8e-9d0a-3b6a5f4e2d1c', '00000000-0000-0000-0000-000000000000'],
  ...['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '6f1c2b1e-52a7-0c8e-9d0a-3b6a5f4e2d1c'],
  ...['https://push.example/a?b', ' http://x ', 'https://', 'mailto:a@b.cc'],
  ...['a@b.cc', ' anna@mail.example ', 'a@b', 'a b@c.dd'],
]
const numbers = [
  0,
  1,
  '1',
  '',
  '0x10',
  'one',
  -1,
  0.5,
  643,
  840,
  2 ** 53,
  -(2 ** 53),
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

// oxlint-disable-next-line no-underscore-dangle -- zod's own name
const innerOf = (schema: z.ZodMiniType) => schema._zod
const defOf = (schema: z.ZodMiniType) => innerOf(schema).def as unknown as Def

/** What mostly fits a schema, and in some place often does not. */
function valueFor(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 40, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...junk) },
  )
}

function fitting(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const leaf = (all: readonly unknown[]) => {
    const good = all.filter((each) => schema.safeParse(each).success)
    return fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(...(good.length > 0 ? good : all)) },
      { weight: 1, arbitrary: fc.constantFrom(...all) },
    )
  }
  if (def.type === 'object') {
    const shape = Object.entries(def.shape).map(([key, each]) => [key, valueFor(each)])
    const requiredKeys = Object.entries(def.shape).flatMap(([key, each]) =>
      innerOf(each).optin === undefined ? [key] : [],
    )
    const fields = Object.fromEntries(shape) as Record<string, fc.Arbitrary<unknown>>
    return fc.oneof(
      { weight: 40, arbitrary: fc.record(fields, { requiredKeys }) },
      { weight: 1, arbitrary: fc.record({ ...fields, surplus: fc.constant(1) }, { requiredKeys: [] }) },
    )
  }
  if (def.type === 'array') return fc.array(valueFor(def.element), { maxLength: 3 })
  if (def.type === 'record')
    return fc.dictionary(fc.constantFrom(...texts), valueFor(def.valueType), { maxKeys: 3 })
  if (def.type === 'union') return fc.oneof(...def.options.map(valueFor))
  if (def.type === 'optional' || def.type === 'default')
    return fc.option(valueFor(def.innerType), { nil: undefined })
  if (def.type === 'nullable') return fc.option(valueFor(def.innerType), { nil: null })
  if (def.type === 'literal') return leaf([...def.values, 'other'])
  if (def.type === 'enum') return leaf([...Object.values(def.entries), 'other'])
  if (def.type === 'string') return leaf(texts)
  if (def.type === 'number') return leaf(numbers)
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'pipe') return leaf([...numbers, ...numbers.map(String), ...junk])
  if (def.type === 'unknown') return fc.jsonValue()
  throw new Error(`nothing is known of ${def.type}`)
}

type Read = Pick<z.ZodMiniType, 'safeParse'>

/** @returns how often a value was taken, and how often it was refused */
function compare(name: string, whole: z.ZodMiniType, small: Read) {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(valueFor(whole), (value) => {
      const [one, other] = [whole.safeParse(value), small.safeParse(value)]
      seen[one.success ? 'taken' : 'refused'] += 1
      expect(other.success, name).toBe(one.success)
      if (one.success) expect(other.data, name).toStrictEqual(one.data)
    }),
    { numRuns: 200, seed: 42 },
  )
  return seen
}

/** Every schema of every call by its place. */
const schemasOf = (calls: readonly Call[]) =>
  calls.flatMap((call) =>
    (['params', 'query', 'headers', 'body', 'answer'] as const).flatMap((part) => {
      const schema = call[part]
      return schema ? [{ name: `${call.service}.${call.name} ${part}`, schema }] : []
    }),
  )

test('the small schemas of the page take, change and refuse what zod does, for all that the contract says', async () => {
  const page = await contractOfPage()
  const small = new Map(schemasOf(page.calls).map(({ name, schema }) => [name, schema as unknown as Read]))
  const all = schemasOf(allCalls)
  expect(small.size).toBe(all.length)
  for (const { name, schema } of all) {
    const ofPage = small.get(name)
    if (!ofPage) throw new Error(`${name} is not in the page`)
    const { taken, refused } = compare(name, schema as z.ZodMiniType, ofPage)
    expect(Math.min(taken, refused), name).toBeGreaterThan(0)
  }
  compare('Problem', Problem, page.Problem)
  compare('Settings', Settings, page.Settings)
  compare('Email', Email, page.Email)
})

test('what the device keeps is read alike, too', () => {
  const build = (one: typeof z) => [
    one.nullable(one.uuid()),
    one.url(),
    one.readonly(one.array(one.string())),
    one.omit(one.object({ a: one.string(), b: one.int() }), { b: true }),
    one.extend(one.object({ a: one.string() }), { b: one.optional(one.nullable(one.number())) }),
    one.object({ ...one.object({ a: one.string(), b: one.optional(one.int()) }).shape, c: one.string() }),
    one.object({ only: one.object({ a: one.string(), b: one.int() }).shape.b }),
    one.strictObject({ a: one.optional(one.boolean()) }),
    one.object({ a: one._default(one.literal('x'), 'x'), u: one.unknown() }),
    one.array(one.string()).check(one.minLength(1), one.maxLength(2)),
    one.number().check(one.minimum(1), one.maximum(643)),
    one.record(one.string().check(one.maxLength(3)), one.union([one.literal(1), one.array(one.iso.date())])),
  ]
  const [whole, small] = [build(z), build(mini as unknown as typeof z)]
  for (const [at, schema] of whole.entries()) {
    if (defOf(schema).type === 'readonly') continue
    compare(`number ${at}`, schema, small[at] as Read)
  }
  const isText = (value: unknown) => typeof value === 'string'
  for (const value of junk)
    expect(mini.custom(isText).safeParse(value).success).toBe(z.custom(isText).safeParse(value).success)
  expect(Object.isFrozen(small[2]?.safeParse(['a']).data)).toBe(true)
  expect(() => mini.parse(mini.string(), 1)).toThrow()
})
