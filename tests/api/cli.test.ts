import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ChannelUnavailable, runRemotely } from '../../server/cli/channel-client.ts'
import type { Report } from '../../server/cli/command.ts'
import { CommandFailure, UsageError } from '../../server/cli/failures.ts'
import { compose } from '../../server/compose.ts'
import { readConfig } from '../../server/platform/config.ts'
import { readHolder } from '../../server/platform/db/lock.ts'
import { createLogger } from '../../server/platform/log.ts'
import { projectRoot } from '../../server/platform/root.ts'
import { buildMp4 } from '../support/data/mp4.ts'
import { waitUntilReady } from '../support/processes/server-ready.ts'
import { copyTestDatabase } from '../support/server/database.ts'
import { readableWidthInPixels, readDemoPhoto, writePhoto } from '../support/server/ingest-server.ts'

// These tests start processes of the built server, which starts in half the time of the sources.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
const dataDir = join(root, 'data')
const photos = join(root, 'photos')
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
const silentReport: Report = { note: () => {}, progress: () => {} }
const neverAborted = new AbortController().signal

const builtFile = (path: string) => join(projectRoot, 'dist/server/server', path)

let server: ChildProcess
let holder: { adminPort: number; adminToken: string }

beforeAll(async () => {
  const script = join(projectRoot, 'scripts/build.ts')
  execFileSync(process.execPath, ['--import', 'tsx', script, '--server-only'], { cwd: projectRoot })
  mkdirSync(dataDir)
  await copyTestDatabase(dataDir)
  await writePhoto(readDemoPhoto('photos-a/A009.jpg', readableWidthInPixels).jpeg(), photos, 'andrei.jpg')
  await startServer()
})
afterAll(async () => {
  await stopServer()
  rmSync(root, { recursive: true })
})

async function startServer(settings = {}): Promise<void> {
  server = spawn(process.execPath, [builtFile('main.js')], {
    cwd: projectRoot,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(server)
  const { adminPort, adminToken } = readHolder(dataDir) ?? {}
  if (adminPort === undefined || adminToken === undefined) throw new Error('The server accepts no commands')
  holder = { adminPort, adminToken }
}

function stopServer(): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}

/** Runs the command line as a separate process. */
function runCli(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtFile('cli/main.js'), ...argv],
      { cwd: projectRoot, env: environment },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

const runCommand = (...argv: string[]) => runRemotely(holder, argv, root, silentReport, neverAborted)

it('releases the embedded database when a tenant cannot be used', async () => {
  const unusable = join(root, 'unusable')
  mkdirSync(unusable)
  await copyTestDatabase(unusable)
  // the demo tenants use the sandbox bank
  const config = readConfig({ DATA_DIR: unusable, SANDBOX_BANK: '0' })
  await expect(compose(config, createLogger('silent'))).rejects.toThrow(/sandbox bank/)
  expect(readHolder(unusable)).toBeUndefined()
})

it('accepts commands only from the owner, who can read the lock file', async () => {
  expect(statSync(join(dataDir, 'database.lock')).mode & 0o077).toBe(0)
  const wrongHolder = { ...holder, adminToken: '0'.repeat(64) }
  await expect(
    runRemotely(wrongHolder, ['event', 'list'], root, silentReport, neverAborted),
  ).rejects.toBeInstanceOf(ChannelUnavailable)
})

it('reports errors as it does without a server', async () => {
  await expect(runCommand('event', 'show', 'unknown-event')).rejects.toThrow(CommandFailure)
  await expect(runCommand('event', 'create', '--title', 'X', '--date', '2026-02-30')).rejects.toThrow(
    UsageError,
  )
  await expect(runCommand('event', 'list', '--tenant', 'nobody')).rejects.toThrow(
    /There is no tenant "nobody"/,
  )
  await expect(runCommand('promo', 'create', 'CODE')).rejects.toThrow(
    'Give one of --percent, --fixed and --gift',
  )
  await expect(runCommand('ingest', 'nowhere', '--event', 'x')).rejects.toThrow(/There is no event "x"/)
})

it('makes promo codes and lists them', async () => {
  await runCommand('event', 'create', '--title', 'Spring Run', '--external-id', 'spring')
  const create = ['promo', 'create', 'spring10', '--percent', '10', '--event', 'spring', '--limit', '5']
  expect(await runCommand(...create, '--until', '2026-12-31')).toMatchObject({ lines: ['SPRING10'] })
  await expect(runCommand(...create)).rejects.toThrow(/SPRING10 already/)
  await runCommand('promo', 'create', 'present', '--gift')
  const { json } = await runCommand('promo', 'list')
  expect(json).toMatchObject({
    promoCodes: [
      { code: 'PRESENT', kind: 'gift', usageLimit: 1 },
      { code: 'SPRING10', kind: 'percent', value: 10, usageLimit: 5, endsOn: '2026-12-31T21:00:00.000Z' },
    ],
  })
})

it('sets the picture of an event', async () => {
  const { lines } = await runCommand('event', 'create', '--title', 'With a picture')
  const event = String(lines.at(-1))
  const { json } = await runCommand('event', 'cover', 'photos/andrei.jpg', '--event', event)
  expect(json).toEqual({ eventId: event })
  writeFileSync(join(root, 'words.jpg'), 'no picture')
  await expect(runCommand('event', 'cover', 'words.jpg', '--event', event)).rejects.toThrow(/NotAnImage/)
  await expect(runCommand('event', 'cover', 'nowhere.jpg', '--event', event)).rejects.toThrow(
    /cannot be read/,
  )
})

it('ends a watch on the server when the client ends, and still reports its result', async () => {
  const { lines } = await runCommand('event', 'create', '--title', 'Watched')
  const abortController = new AbortController()
  // The photo exists already: the watch ingests it and then waits.
  const report = {
    ...silentReport,
    progress: ({ added }: { added: number }) => added > 0 && abortController.abort(),
  }
  const argv = ['ingest', 'photos', '--event', String(lines.at(-1)), '--watch']
  const result = await runRemotely(holder, argv, root, report, abortController.signal)
  expect(result).toMatchObject({ exitCode: 0, json: { added: 1, failed: [] } })
})

it('completes videos ingested without ffmpeg when a server starts with it', async () => {
  const [videos, ffmpeg] = [join(root, 'videos'), join(root, 'ffmpeg')]
  mkdirSync(videos)
  writeFileSync(join(videos, '128.mp4'), buildMp4())
  const { lines } = await runCommand('event', 'create', '--title', 'Filmed')
  const ingested = await runCommand('ingest', videos, '--event', String(lines.at(-1)))
  expect(ingested.exitCode).toBe(0)
  expect(ingested.lines.join('\n')).toContain('no preview')
  writeFileSync(
    ffmpeg,
    `#!/bin/sh
for last; do :; done
case "$*" in
  -version) exit 0 ;;
  *image2pipe*) exec /bin/cat "${join(photos, 'andrei.jpg')}" ;;
  *) printf 'the clip' > "$last" ;;
esac
`,
  )
  chmodSync(ffmpeg, 0o755)
  await stopServer()
  await startServer({ FFMPEG_PATH: ffmpeg })
  const hasPreview = () =>
    readdirSync(join(dataDir, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^media[/\\][^/\\]+[/\\][\w-]+$/.test(name))
      .some((name) => readFileSync(join(dataDir, 'objects', name)).includes('the clip'))
  await vi.waitUntil(hasPreview, { timeout: 60_000, interval: 100 })
})

it('runs through a running server, and alone without one', async () => {
  const created = await runCli('event', 'create', '--title', 'Забег', '--title-en', 'Autumn Run')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(/^[\w-]{22}\n$/)
  const eventId = created.out.trim()

  writeFileSync(join(root, 'list.csv'), 'bib,surname,name\n128,Ковалёв,Андрей\n,Безномерный,Олег\n')
  const notes: string[] = []
  const report = { ...silentReport, note: (text: string) => notes.push(text) }
  const list = await runRemotely(
    holder,
    ['start-list', 'import', 'list.csv', '--event', 'autumn-run'],
    root,
    report,
    neverAborted,
  )
  expect(list).toMatchObject({ exitCode: 1, json: { imported: 1 } })
  expect(notes).toEqual(['line 3: no number'])

  const progress: number[] = []
  const ingest = ['ingest', 'photos', '--event', eventId]
  const progressReport = { ...silentReport, progress: ({ done }: { done: number }) => progress.push(done) }
  const ingested = await runRemotely(holder, ingest, root, progressReport, neverAborted)
  expect(ingested).toMatchObject({
    exitCode: 0,
    lines: ['1 photo without a readable time', '1 new, 0 already there'],
  })
  expect(progress.at(-1)).toBe(1)

  await stopServer()
  expect(readHolder(dataDir)).toBeUndefined()
  const eventDetails = await runCli('event', 'show', eventId, '--json')
  expect(eventDetails).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(eventDetails.out)).toMatchObject({ title: 'Забег', photos: 1, runners: 1 })
  const secondIngest = await runCli(...ingest.with(1, photos))
  expect(secondIngest).toMatchObject({ code: 0, out: '0 new, 1 already there\n' })
})
