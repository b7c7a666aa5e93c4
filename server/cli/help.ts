import type { OptionSpec } from './args.ts'
import type { Command } from './command.ts'
import { commonOptions } from './parse.ts'

const program = 'npm run photofinish --'

/** Returns the help page of one command, of a command group, or of the whole program. */
export function formatHelp(commands: readonly Command[], topic: readonly string[]): string {
  const requestedName = topic.join(' ')
  const exactMatch = commands.find((command) => command.name === requestedName)
  if (exactMatch) return formatCommandHelp(exactMatch)
  const group = commands.filter((command) => command.name.split(' ')[0] === topic[0])
  return formatOverview(group.length > 0 ? group : commands)
}

function formatOverview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [formatUsage(command), command.summary] as const)
  return [
    'Photofinish: race photos for runners.',
    '',
    ...formatTable(rows),
    '',
    `Each has its page: ${program} help event create`,
    'It works beside a running server too. DATA_DIR and DATABASE_URL say on whose data.',
  ].join('\n')
}

function formatCommandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions })
  return [
    `${program} ${formatUsage(command)} [options]`,
    '',
    command.summary,
    '',
    ...formatTable(
      options.map(([name, option]) => [formatOption(name, option), describeOption(option)] as const),
    ),
    ...(command.details.length > 0 ? ['', ...command.details] : []),
  ].join('\n')
}

function formatUsage(command: Command): string {
  const required = Object.entries(command.options).filter(([, option]) => option.required)
  return [
    command.name,
    ...command.operands,
    ...required.map(([name, option]) => formatOption(name, option)),
  ].join(' ')
}

const formatOption = (name: string, option: OptionSpec) =>
  option.value ? `--${name} ${option.value}` : `--${name}`

const describeOption = (option: OptionSpec) =>
  [option.help, option.required ? 'required' : '', option.multiple ? 'may be repeated' : '']
    .filter((part) => part !== '')
    .join('; ')

/** Formats two columns. The first one is as wide as its longest entry. */
function formatTable(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
