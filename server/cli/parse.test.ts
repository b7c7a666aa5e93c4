import { describe, expect, it } from 'vitest'
import { commands } from './commands/index.ts'
import { UsageError } from './failures.ts'
import { formatHelp } from './help.ts'
import { parseInvocation } from './parse.ts'

const parse = (line: string) => parseInvocation(commands, line.split(' ').filter(Boolean), '/races')

describe('a command line', () => {
  it('names a command, its operands and options', () => {
    const invocation = parse('start-list import list.csv --event three-bridges --json')
    if (invocation.kind !== 'command') throw new Error('This is a command')
    expect(invocation.command.name).toBe('start-list import')
    expect(invocation.args.operand(0)).toBe('list.csv')
    expect(invocation.args.required('event')).toBe('three-bridges')
    expect(invocation.args.flag('json')).toBe(true)
    expect(invocation.args.cwd).toBe('/races')
  })

  it('may begin with common options', () => {
    const invocation = parse('--json --tenant north event list')
    if (invocation.kind !== 'command') throw new Error('This is a command')
    expect(invocation.command.name).toBe('event list')
    expect(invocation.args.text('tenant')).toBe('north')
  })

  it.each([
    ['', []],
    ['help', []],
    ['help event', ['event']],
    ['event create --help', ['event', 'create']],
    ['ingest -h', ['ingest']],
    ['--help', []],
  ])('%j asks for help', (line, topic) => {
    expect(parse(line)).toEqual({ kind: 'help', topic })
  })

  it.each([
    ['fly', /There is no command "fly"/],
    ['event', /there is event create, event list, event show/],
    ['event create', /--title is missing/],
    ['event create --title', /title/],
    ['event list --colour red', /colour/],
    ['event show', /EVENT is missing/],
    ['event show one two', /"two" is too much/],
    ['ingest photos', /--event is missing/],
  ])('%j is refused with an explanation', (line, message) => {
    expect(() => parse(line)).toThrow(UsageError)
    expect(() => parse(line)).toThrow(message)
  })
})

describe('help', () => {
  it('lists every command', () => {
    const page = formatHelp(commands, [])
    for (const { name, summary } of commands) {
      expect(page).toContain(name)
      expect(page).toContain(summary)
    }
  })

  it.each(commands.map(({ name }) => name))('has a page for `%s` that explains each option', (name) => {
    const command = commands.find((one) => one.name === name)
    const page = formatHelp(commands, name.split(' '))
    for (const option of Object.keys(command?.options ?? {})) expect(page).toContain(`--${option}`)
    expect(page).toContain('--tenant NAME')
  })
})
