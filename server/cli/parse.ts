import { parseArgs } from 'node:util'
import { type Args, createArgs, type OptionSpec } from './args.ts'
import type { Command } from './command.ts'
import { UsageError } from './failures.ts'

/** Options of every command. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  tenant: { value: 'NAME', help: 'whose data; `default` when absent' },
  json: { help: 'print the result as JSON' },
  help: { help: 'print this page' },
}

/** Represents a parsed command line. */
export type Invocation =
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'command'; readonly command: Command; readonly args: Args }

/**
 * Parses a command line without side effects.
 *
 * @throws UsageError naming the invalid argument
 */
export function parseInvocation(
  commands: readonly Command[],
  originalArgv: readonly string[],
  cwd: string,
): Invocation {
  const argv = moveCommandFirst(originalArgv)
  const words = argv.filter((word) => !word.startsWith('-'))
  if (words.length === 0 || words[0] === 'help') return { kind: 'help', topic: words.slice(1) }
  const command = commands.find((one) => startsWith(argv, one.name.split(' ')))
  if (!command) {
    if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help', topic: words }
    throw new UsageError(describeUnknownCommand(commands, words))
  }
  const { values, positionals } = parseOptions(command, argv.slice(command.name.split(' ').length))
  if (values['help']) return { kind: 'help', topic: command.name.split(' ') }
  const missing = command.operands[positionals.length]
  if (missing) throw new UsageError(`${missing} is missing`)
  const extraOperand = positionals[command.operands.length]
  if (extraOperand !== undefined)
    throw new UsageError(`"${extraOperand}" is too much; quote values that hold spaces`)
  const args = createArgs(values, positionals, cwd)
  for (const [name, option] of Object.entries(command.options)) if (option.required) args.required(name)
  return { kind: 'command', command, args }
}

function parseOptions(command: Command, rest: readonly string[]) {
  const knownOptions = Object.entries({ ...commonOptions, ...command.options })
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: Object.fromEntries(
        knownOptions.map(([name, option]) => [
          name,
          {
            type: option.value ? ('string' as const) : ('boolean' as const),
            multiple: option.multiple ?? false,
            ...(name === 'help' ? { short: 'h' } : {}),
          },
        ]),
      ),
    })
  } catch (error) {
    // Only the first sentence of Node's message is used: the rest explains how to escape dashes.
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error))
  }
}

/** Moves common options before the command to its end. */
function moveCommandFirst(argv: readonly string[]): readonly string[] {
  const [first = '', ...rest] = argv
  const length = first === '--json' || first.startsWith('--tenant=') ? 1 : first === '--tenant' ? 2 : 0
  if (length === 0 || rest.length < length) return argv
  return [...moveCommandFirst(argv.slice(length)), ...argv.slice(0, length)]
}

const startsWith = (argv: readonly string[], words: readonly string[]) =>
  words.every((word, index) => argv[index] === word)

function describeUnknownCommand(commands: readonly Command[], words: readonly string[]): string {
  const group = commands.filter((one) => one.name.split(' ')[0] === words[0]).map((one) => one.name)
  return group.length > 0
    ? `There is no command "${words.slice(0, 2).join(' ')}"; there is ${group.join(', ')}`
    : `There is no command "${words[0]}"`
}
