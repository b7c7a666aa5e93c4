/*
 * The part of `zod/mini` that reads answers and what the device keeps, in a tenth of its bytes: the build puts it in
 * zod's place in the page and in the service worker, so that all of the first load is there sooner. It says whether a
 * value fits, not where it does not; types, the server and development have zod itself, and a test compares the two.
 */

const wrong = Symbol('does not fit')

type Read = (value: unknown) => unknown
type Shape = Readonly<Record<string, Schema>>

interface Check {
  readonly read: Read
}

/** May be missing in an object; `undefined` then stays out of the result, or is what `read` makes of it. */
type Missing = 'stays' | 'read' | undefined

class Schema implements Check {
  readonly read: Read
  /** Of an object: what it is made of; may be spread into another, as zod's own may. */
  readonly shape: Shape | undefined
  readonly missing: Missing

  constructor(read: Read, shape?: Shape, missing?: Missing) {
    this.read = read
    this.shape = shape
    this.missing = missing
  }

  check(...checks: readonly Check[]): Schema {
    const all = (value: unknown) =>
      checks.reduce((now, each) => (now === wrong ? wrong : each.read(now)), this.read(value))
    return new Schema(all, this.shape, this.missing)
  }

  safeParse(value: unknown) {
    const data = this.read(value)
    return data === wrong
      ? { success: false, error: new TypeError('a value that does not fit') }
      : { success: true, data }
  }

  parse(value: unknown): unknown {
    const { error, data } = this.safeParse(value)
    if (error) throw error
    return data
  }
}

const when = (fits: (value: unknown) => unknown): Schema =>
  new Schema((value) => (fits(value) ? value : wrong))
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (pattern?: RegExp) =>
  when((value) => typeof value === 'string' && (pattern?.test(value) ?? true))
const isNumber = (value: unknown): value is number => Number.isFinite(value)

const parse = (schema: Schema, value: unknown): unknown => schema.parse(value)
const string = (): Schema => text()
const number = (): Schema => when(isNumber)
const int = (): Schema => when(Number.isSafeInteger)
const boolean = (): Schema => when((value) => typeof value === 'boolean')
const unknown = (): Schema => when(() => true)
const custom = (fits: (value: unknown) => unknown): Schema => when(fits)
const literal = (only: unknown): Schema => when((value) => value === only)
const oneOf = (values: readonly string[]): Schema => when((value) => values.includes(value as string))
const uuid = (): Schema =>
  text(
    /^([\da-fA-F]{8}-[\da-fA-F]{4}-[1-8][\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}|0{8}-(0{4}-){3}0{12}|f{8}-(f{4}-){3}f{12})$/,
  )
const url = (): Schema =>
  new Schema((value) => {
    try {
      const address = (value as string).trim()
      void new URL(address)
      return address
    } catch {
      return wrong
    }
  })

const optional = ({ read }: Schema): Schema =>
  new Schema((value) => (value === undefined ? value : read(value)), undefined, 'stays')
const nullable = ({ read, missing }: Schema): Schema =>
  new Schema((value) => (value === null ? value : read(value)), undefined, missing)
const _default = ({ read }: Schema, otherwise: unknown): Schema =>
  new Schema((value) => (value === undefined ? otherwise : read(value)), undefined, 'read')
const readonly = ({ read, shape, missing }: Schema): Schema =>
  new Schema((value) => Object.freeze(read(value)), shape, missing)

const array = ({ read }: Schema): Schema =>
  new Schema((value) => {
    if (!Array.isArray(value)) return wrong
    const all = value.map(read)
    return all.includes(wrong) ? wrong : all
  })

const union = (ways: readonly Schema[]): Schema =>
  new Schema((value) => {
    for (const { read } of ways) {
      const data = read(value)
      if (data !== wrong) return data
    }
    return wrong
  })

const record = (keys: Schema, values: Schema): Schema =>
  new Schema((value) => {
    if (!isObject(value)) return wrong
    const all: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(value)) {
      if (key === '__proto__') continue
      const [name, data] = [keys.read(key), values.read(each)]
      if (name === wrong || data === wrong) return wrong
      all[name as string] = data
    }
    return all
  })

/** What is not in the shape is left out. */
const object = (shape: Shape): Schema =>
  new Schema((value) => {
    if (!isObject(value)) return wrong
    const all: Record<string, unknown> = {}
    for (const [key, { read, missing }] of Object.entries(shape)) {
      const isHere = key in value
      if (!isHere && !missing) return wrong
      const data = read(value[key])
      if (data === wrong) return wrong
      if (isHere || missing === 'read') all[key] = data
    }
    return all
  }, shape)
/** What is not in the shape is refused. */
const strictObject = (shape: Shape): Schema => {
  const { read } = object(shape)
  const hasOthers = (value: object) => Object.keys(value).some((key) => !Object.hasOwn(shape, key))
  return new Schema((value) => (isObject(value) && hasOthers(value) ? wrong : read(value)), shape)
}
/** What is not in the shape stays. */
const looseObject = (shape: Shape): Schema => {
  const { read } = object(shape)
  const others = (value: object) =>
    Object.entries(value).filter(([key]) => key !== '__proto__' && !Object.hasOwn(shape, key))
  return new Schema((value) => {
    const known = read(value)
    return known === wrong ? wrong : { ...(known as object), ...Object.fromEntries(others(value as object)) }
  }, shape)
}
const extend = ({ shape }: Schema, more: Shape): Schema => object({ ...shape, ...more })
const omit = ({ shape = {} }: Schema, names: object): Schema =>
  object(Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in names))))
const partial = ({ shape = {} }: Schema): Schema =>
  object(Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, optional(each)])))

const pipe = (first: Schema, second: Schema): Schema => first.check(second)
const coerce = {
  number: (): Schema => new Schema((value) => (isNumber(Number(value)) ? Number(value) : wrong)),
}

const lengthOf = (value: unknown) => (value as string | unknown[]).length
const trim = (): Check => ({ read: (value) => (value as string).trim() })
const regex = (pattern: RegExp): Check => text(pattern)
const minLength = (least: number): Check => when((value) => lengthOf(value) >= least)
const maxLength = (most: number): Check => when((value) => lengthOf(value) <= most)
const minimum = (least: number): Check => when((value) => (value as number) >= least)
const maximum = (most: number): Check => when((value) => (value as number) <= most)

const day =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))$/
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/
const isMoment = (value: string) =>
  day.test(value.slice(0, 10)) && value[10] === 'T' && clock.test(value.slice(11))
const iso = {
  date: (): Schema => text(day),
  /** In UTC. */
  datetime: (): Schema => when((value) => typeof value === 'string' && isMoment(value)),
}

export {
  _default,
  array,
  boolean,
  coerce,
  custom,
  extend,
  int,
  iso,
  literal,
  looseObject,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullable,
  number,
  object,
  omit,
  oneOf as enum,
  optional,
  parse,
  partial,
  pipe,
  readonly,
  record,
  regex,
  strictObject,
  string,
  trim,
  union,
  unknown,
  url,
  uuid,
}
