import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { compose } from '../compose.ts'
import { createProgressBar, type ProgressBar } from '../features/ingest/index.ts'
import type { Config } from '../platform/config.ts'
import { DatabaseLocked, type LockHolder } from '../platform/db/lock/lock.ts'
import { describeError } from '../platform/describe-error.ts'
import { createLogger } from '../platform/log.ts'
import { toPrintable } from '../platform/printable.ts'
import { readConfig } from '../read-config.ts'
import { ChannelUnavailable, runRemotely } from './channel-client.ts'
import { openChannel } from './channel-server.ts'
import type { Report, Result } from './command.ts'
import { commands } from './commands/index.ts'
import { CommandFailure, describeFailure, isExpectedFailure, UsageError } from './failures.ts'
import { formatHelp } from './help.ts'
import { type Invocation, parseInvocation } from './parse.ts'
import { runCommand } from './run.ts'

/** Wait for a starting or stopping holder, which needs some seconds until it accepts commands or releases the lock. */
const holderTimeoutInMs = 20_000
const retryIntervalInMs = 250
/** As shells report a process that Ctrl-C has ended. */
const interruptedExitCode = 130

/** npm changes to the project folder, but stores the caller's directory. */
const cwd = (process.env['npm_command'] && process.env['INIT_CWD']) || process.cwd()

async function main(originalArgv: readonly string[]): Promise<number> {
  const invocation = parseInvocation(commands, originalArgv, cwd)
  if (invocation.kind === 'help') {
    console.log(formatHelp(commands, invocation.topic))
    return 0
  }
  const argv = await askForConsent(invocation, originalArgv)
  const config = readConfig(process.env)
  const bar = createProgressBar(process.stderr)
  const signal = stopOnSignal(bar)
  const report: Report = { note: bar.note, progress: bar.update }
  try {
    const result = await runCommandLine(config, argv, report, signal)
    bar.end()
    printResult(result, invocation.args.flag('json'))
    return result.exitCode
  } catch (error) {
    // `Stopping …` has been printed
    if (signal.aborted && error instanceof Error && error.name === 'AbortError') return interruptedExitCode
    throw error
  } finally {
    bar.end()
  }
}

/**
 * Asks at a terminal what a command needs consent for, before it runs here or in the process that holds the database.
 *
 * @returns the arguments, with `--yes` after consent
 * @throws CommandFailure when the operator does not agree
 */
async function askForConsent(
  invocation: Exclude<Invocation, { kind: 'help' }>,
  argv: readonly string[],
): Promise<readonly string[]> {
  const { command, args } = invocation
  const question = args.flag('yes') ? undefined : await command.describeConsent?.(args)
  if (question === undefined || !process.stdin.isTTY) return argv
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question}\nDo you agree? [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('Not installed')
  return [...argv, '--yes']
}

/** Runs in this process when the database is free or shared, otherwise in the process that holds it. */
async function runCommandLine(
  config: Config,
  argv: readonly string[],
  report: Report,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = performance.now() + holderTimeoutInMs
  for (;;) {
    try {
      return await runInThisProcess(config, argv, report, signal)
    } catch (error) {
      if (!(error instanceof DatabaseLocked)) throw error
      const result = await runInHolder(error.holder, argv, report, signal)
      if (result) return result
      if (performance.now() > deadline) throw error
      await wait(retryIntervalInMs, undefined, { signal })
    }
  }
}

async function runInThisProcess(
  config: Config,
  argv: readonly string[],
  report: Report,
  signal: AbortSignal,
): Promise<Result> {
  const log = createLogger(process.env['LOG_LEVEL'] ? config.logLevel : 'warn', process.stderr)
  const composition = await compose(config, log, { signal })
  try {
    // Other processes can run commands while this one holds the database.
    const { lock } = composition.database
    const channel = lock ? await openChannel(composition, lock, log) : undefined
    try {
      return await runCommand(composition, argv, cwd, report, signal)
    } finally {
      await channel?.close(signal)
    }
  } finally {
    await composition.close()
  }
}

/** Returns undefined when the holder cannot be reached (yet). */
async function runInHolder(
  holder: LockHolder,
  argv: readonly string[],
  report: Report,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const { adminPort, adminToken } = holder
  if (adminPort === undefined || adminToken === undefined) return undefined
  try {
    return await runRemotely({ adminPort, adminToken }, argv, cwd, report, signal)
  } catch (error) {
    if (error instanceof ChannelUnavailable) return undefined
    throw error
  }
}

/** The first Ctrl-C stops cleanly, the second one immediately. */
function stopOnSignal(bar: ProgressBar): AbortSignal {
  const stopController = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stopController.signal.aborted) process.exit(interruptedExitCode)
      bar.note('Stopping …')
      stopController.abort()
    })
  }
  return stopController.signal
}

function printResult(result: Result, asJson: boolean): void {
  if (asJson) console.log(JSON.stringify(result.json))
  else for (const line of result.lines) console.log(toPrintable(line))
}

const usageExitCode = 2

function reportError(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nHelp: npm run photofinish -- help`)
    return usageExitCode
  }
  console.error(describeFailure(error))
  const { stack } = describeError(error)
  if (!isExpectedFailure(error) && stack) console.error(stack)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch(reportError)
