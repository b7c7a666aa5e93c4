import { runRemotely } from '../../../server/cli/channel-client.ts'
import { readHolder } from '../../../server/platform/db/lock/lock.ts'
import { projectRoot } from '../../../server/platform/root.ts'

/**
 * Runs a command line in the server that has the embedded database of a data folder open, as the command line
 * does, but in the process of the test.
 *
 * @returns the last line of its output
 * @throws Error when the command fails or no server has the database open
 */
export async function runCommandOnServer(dataDir: string, ...argv: string[]): Promise<string> {
  const { adminPort, adminToken } = readHolder(dataDir) ?? {}
  if (adminPort === undefined || adminToken === undefined) throw new Error('No server takes commands')
  const notes: string[] = []
  const report = { note: (text: string) => notes.push(text), progress: () => {} }
  const { signal } = new AbortController()
  const { lines, exitCode } = await runRemotely({ adminPort, adminToken }, argv, projectRoot, report, signal)
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${exitCode}: ${notes.join(', ')}`)
  return lines.at(-1) ?? ''
}
