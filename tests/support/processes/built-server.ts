import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRemotely } from '../../../server/cli/channel-client.ts'
import type { Report } from '../../../server/cli/command.ts'
import { readHolder } from '../../../server/platform/db/lock/lock.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { copyTestDatabase } from '../server/database.ts'
import { readableWidthInPixels, readDemoPhoto, writePhoto } from '../server/ingest-server.ts'
import { waitUntilReady } from './server-ready.ts'

export const silentReport: Report = { note: () => {}, progress: () => {} }
export const neverAborted = new AbortController().signal

/** The built server as a process, with a data folder and a folder of photos. It starts in half the time of the sources. */
export interface BuiltServer {
  /** Working folder of commands. It contains `photos/andrei.jpg`, a photo of number 128. */
  readonly root: string
  readonly dataDir: string
  /** Returns the channel on which the running server accepts commands. */
  getHolder(): { adminPort: number; adminToken: string }
  /** @param settings environment variables that differ from the defaults */
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Returns the port of the running server. */
  getPort(): number
  /** Stops the server by SIGTERM; has no effect when it has ended. @returns its exit code, or null when a signal ended it */
  stop(): Promise<number | null>
  /** Runs a command line in the running server. */
  runCommand(...argv: string[]): ReturnType<typeof runRemotely>
  /** Runs a command line as a separate process. */
  runCli(...argv: string[]): Promise<{ code: number; out: string; err: string }>
  /** Stops the server and deletes its folder. */
  close(): Promise<void>
}

/** Returns the path of a file of the built server, from its path in `server/`. */
export const builtFile = (path: string): string => join(projectRoot, 'dist/server/server', path)

/** Builds the server when it is out of date. */
export function buildServer(): void {
  const buildScript = join(projectRoot, 'scripts/build.ts')
  execFileSync(process.execPath, ['--import', 'tsx', buildScript, '--server-only'], { cwd: projectRoot })
}

/** Builds the server when it is out of date, and starts it on a new database. */
export async function openBuiltServer(): Promise<BuiltServer> {
  buildServer()
  const root = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  await copyTestDatabase(dataDir)
  const photo = readDemoPhoto('photos-a/A009.jpg', readableWidthInPixels)
  await writePhoto(photo.jpeg(), root, 'photos', 'andrei.jpg')
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: '0',
    SANDBOX_BANK: '1',
    PORT: '0',
    HOST: '127.0.0.1',
    FFMPEG_PATH: '/no/such/program',
    VISION_WORKERS: '1',
    LOG_LEVEL: 'info',
  }
  let server: ChildProcess | undefined
  let port = 0

  const getHolder = () => {
    const { adminPort, adminToken } = readHolder(dataDir) ?? {}
    if (adminPort === undefined || adminToken === undefined) throw new Error('The server accepts no commands')
    return { adminPort, adminToken }
  }
  const start = async (settings = {}) => {
    server = spawn(process.execPath, [builtFile('main.js')], {
      cwd: projectRoot,
      env: { ...environment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    port = await waitUntilReady(server)
  }
  const stop = () =>
    new Promise<number | null>((resolve) => {
      if (!server || server.exitCode !== null || server.signalCode !== null) {
        resolve(server?.exitCode ?? null)
        return
      }
      server.once('exit', resolve)
      server.kill('SIGTERM')
    })

  await start()
  return {
    root,
    dataDir,
    getHolder,
    start,
    getPort: () => port,
    stop,
    runCommand: (...argv) => runRemotely(getHolder(), argv, root, silentReport, neverAborted),
    runCli: (...argv) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [builtFile('cli/main.js'), ...argv],
          { cwd: projectRoot, env: environment },
          (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
        )
      }),
    close: async () => {
      await stop()
      rmSync(root, { recursive: true })
    },
  }
}
