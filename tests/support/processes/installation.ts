import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'
import { copyTestDatabase } from '../server/database.ts'
import { openForwarder } from './forwarder.ts'
import { runCommandOnServer } from './server-command.ts'
import { waitUntilReady } from './server-ready.ts'

/** The compiled server with separate data, whose storefront is replaced as in a deployment. */
export interface Installation {
  readonly url: string
  /** Stops the server, replaces the storefront with another build, and starts it again. */
  deploy(build: string): Promise<void>
  /** Runs a command line in the server; returns the last line of its output. */
  runCommand(...words: string[]): Promise<string>
  /** Returns the log since the first start. */
  log(): string
  /** Returns what clients have sent over each connection, requests with their bodies. */
  sent(): string[]
  close(): Promise<void>
}

const quietFlag = '--disable-warning=ExperimentalWarning'

/**
 * @param build folder of the initial storefront
 * @param settings environment variables besides those that every test needs
 */
export async function openInstallation(
  build: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-installation-'))
  const root = join(folder, 'app')
  const dist = join(root, 'dist')
  await mkdir(dist, { recursive: true })
  // the server resolves paths from the nearest package.json above its code
  await cp(join(projectRoot, 'package.json'), join(root, 'package.json'))
  await cp(join(projectRoot, 'dist/server'), join(dist, 'server'), { recursive: true })
  for (const name of ['tenants', 'node_modules', 'demo', 'dist/models'])
    await symlink(join(projectRoot, name), join(root, name))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await copyTestDatabase(dataDir)
  const sent: Buffer[][] = []
  const forwarder = await openForwarder({
    onSent: (connection, bytes) => {
      sent[connection] ??= []
      sent[connection].push(bytes)
    },
  })
  const url = `http://localhost:${forwarder.port}`
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    // links in letters lead through the forwarder, whose port never changes
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: '0',
    SANDBOX_BANK: '1',
    LOG_LEVEL: 'info',
    ...settings,
  }
  let server: ChildProcess | undefined
  const log: Buffer[] = []

  const stop = async () => {
    forwarder.forwardTo(undefined)
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  const start = async () => {
    const started = spawn(process.execPath, [quietFlag, join(dist, 'server/server/main.js')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server = started
    started.stdout.on('data', (bytes: Buffer) => log.push(bytes))
    forwarder.forwardTo(await waitUntilReady(started))
  }
  const deploy = async (next: string) => {
    await stop()
    await rm(join(dist, 'web'), { recursive: true, force: true })
    await cp(next, join(dist, 'web'), { recursive: true })
    await start()
  }

  await deploy(build)
  return {
    url,
    deploy,
    runCommand: (...words) => runCommandOnServer(dataDir, ...words),
    log: () => Buffer.concat(log).toString('utf8'),
    sent: () => sent.filter(Boolean).map((pieces) => Buffer.concat(pieces).toString('latin1')),
    close: async () => {
      await stop()
      await forwarder.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
