import { UsageError } from './failures.ts'

/** Describes an option of a command, for its help page and the parser. */
export interface OptionSpec {
  readonly help: string
  /** Name of its value, e.g. `DATE`. Without one, the option is a switch. */
  readonly value?: string
  readonly required?: boolean
  /** May be repeated. */
  readonly multiple?: boolean
}

/** Parsed command-line arguments, by name. */
export interface Args {
  /** Base folder of relative paths. */
  readonly cwd: string
  operand(index: number): string
  flag(name: string): boolean
  text(name: string): string | undefined
  /** @throws UsageError when it is missing */
  required(name: string): string
  list(name: string): readonly string[]
  /** @throws UsageError when it is not a number within the bounds */
  number(name: string, bounds: { min: number; max: number; whole?: boolean }): number | undefined
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** Wraps the result of Node's `parseArgs`. */
export function createArgs(values: Values, operands: readonly string[], cwd: string): Args {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    cwd,
    operand: (index) => operands[index] ?? '',
    flag: (name) => values[name] === true,
    text,
    required: (name) => {
      const value = text(name)?.trim()
      if (!value) throw new UsageError(`--${name} is missing`)
      return value
    },
    list: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    },
    number: (name, { min, max, whole }) => {
      const value = text(name)
      if (value === undefined) return undefined
      const number = Number(value.replace(',', '.'))
      const isValid =
        value.trim() !== '' && number >= min && number <= max && (!whole || Number.isInteger(number))
      if (isValid) return number
      throw new UsageError(
        `--${name} should be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not "${value}"`,
      )
    },
  }
}
