import { ModelDownloadFailed } from '../adapters/vision/models/download-model.ts'
import { ModelFileInvalid } from '../adapters/vision/models/installed-models.ts'
import { ManifestInvalid, StartListInvalid } from '../features/ingest/index.ts'
import type { CommandDependencies, Report, Result } from './command.ts'
import { commands } from './commands/index.ts'
import { CommandFailure } from './failures.ts'
import { parseInvocation } from './parse.ts'

const expectedErrors = [StartListInvalid, ManifestInvalid, ModelFileInvalid, ModelDownloadFailed]

/** Names the tenant that every installation has. */
const defaultTenantName = 'default'

/**
 * Runs a command line, both in its own process and within a server.
 *
 * @param cwd base folder of relative paths
 * @throws CommandFailure and UsageError with a message for the operator
 */
export async function runCommand(
  dependencies: CommandDependencies,
  argv: readonly string[],
  cwd: string,
  report: Report,
  signal: AbortSignal,
): Promise<Result> {
  const invocation = parseInvocation(commands, argv, cwd)
  if (invocation.kind === 'help') throw new CommandFailure('Help needs no data')
  const { command, args } = invocation
  const tenant = args.text('tenant') ?? defaultTenantName
  const context = dependencies.createTenantContext(tenant)
  if (!context) {
    const names = dependencies.services.tenants.all.map((one) => one.name).join(', ')
    throw new CommandFailure(`There is no tenant "${tenant}"; there is ${names}`)
  }
  try {
    return await command.run(dependencies, context, args, report, signal)
  } catch (error) {
    const isExpected = expectedErrors.some((kind) => error instanceof kind)
    if (isExpected && error instanceof Error) throw new CommandFailure(error.message, { cause: error })
    throw error
  }
}
