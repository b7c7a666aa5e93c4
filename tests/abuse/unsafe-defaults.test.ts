import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../server/platform/root.ts'
import { readConfig } from '../../server/read-config.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { buildServer, builtFile } from '../support/processes/built-server.ts'
import { copyTestDatabase } from '../support/server/database.ts'

// These tests start whole processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'photofinish-defaults-'))
beforeAll(buildServer)
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface ServerRun {
  /** Undefined when the server refused to start. */
  readonly url: string | undefined
  readonly errors: string
  readonly lines: readonly { msg?: string; unsafe?: string[] }[]
}

async function createDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(root, 'data-'))
  await copyTestDatabase(dataDir)
  return dataDir
}

/** Starts the built server, on new data unless there are some, waits until it listens and has reported, sends a request, and stops it. */
async function runServer(
  settings: Readonly<Record<string, string>>,
  sendRequest: (url: string) => Promise<void> = async () => {},
  dataDir?: string,
): Promise<ServerRun> {
  dataDir ??= await createDataDir()
  const server = spawn(process.execPath, [builtFile('main.js')], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      FFMPEG_PATH: '/no/such/program',
      VISION_WORKERS: '1',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  // also stops a server that never reports
  const timer = setTimeout(() => server.kill('SIGTERM'), 60_000)
  let errors = ''
  server.stderr.on('data', (text) => {
    errors += text
  })
  const lines: { msg?: string; unsafe?: string[] }[] = []
  let url: string | undefined
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith('{')) continue
    const entry = JSON.parse(line) as { msg?: string; unsafe?: string[] }
    lines.push(entry)
    url ??= /Server listening at (http\S+)/.exec(entry.msg ?? '')?.[1]
    if (!entry.unsafe || !url) continue
    await sendRequest(url)
    server.kill('SIGTERM')
  }
  await ended
  clearTimeout(timer)
  return { url, errors, lines }
}

const findReport = ({ lines }: ServerRun) => lines.find(({ unsafe }) => unsafe)?.unsafe?.join('\n') ?? ''
const fetchStatus = async (url: string, path: string) =>
  (await fetch(new URL(path, url), { headers: { accept: 'application/json' }, redirect: 'manual' })).status
const discoveryPath = '/auth/realms/photofinish/.well-known/openid-configuration'

it('does not start in production while demo users and the sandbox bank are on by default alone', async () => {
  const { url, errors } = await runServer({ NODE_ENV: 'production' })
  const expectedSettings = ['NODE_ENV=production', 'DEMO=0', 'DEMO=1', 'EMBEDDED_IDENTITY', 'SANDBOX_BANK']
  reportFigures('defaults in production', {
    'servers started': countTrue([url !== undefined]),
    'settings named': countTrue(expectedSettings.map((name) => errors.includes(name))),
  })
  expect(url).toBeUndefined()
  for (const name of expectedSettings) expect(errors).toContain(name)
})

it('leaves commands beside a server to their work in production, as they open nothing', () => {
  const settings = { NODE_ENV: 'production', DATA_DIR: mkdtempSync(join(tmpdir(), 'config-')) }
  expect(readConfig(settings).demo).toBe('auto')
  expect(() => readConfig(settings, { serves: true })).toThrow('NODE_ENV=production')
  rmSync(settings.DATA_DIR, { recursive: true })
})

it('does not start without the demo while a tenant would sell at the sandbox bank', async () => {
  const { url, errors } = await runServer({ DEMO: '0' })
  reportFigures('sandbox bank without the demo', { 'servers started': countTrue([url !== undefined]) })
  expect(url).toBeUndefined()
  expect(errors).toMatch(/default\.json:\d+ {2}bank: .*SANDBOX_BANK=1/)
})

it('starts in production with an explicit choice, serves what it opens, and reports it in one block', async () => {
  const settings = { NODE_ENV: 'production', DEMO: '0', SANDBOX_BANK: '1' }
  const server = await runServer(settings, async (url) => {
    expect(await fetchStatus(url, '/public/events/api/v1/events')).toBe(200)
    expect(await fetchStatus(url, discoveryPath)).toBe(404)
  })
  const warnings = findReport(server)
  const unsafe = ['sandbox bank', 'SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL']
  reportFigures('explicit choice in production', {
    'servers started': countTrue([server.url !== undefined]),
    'unsafe settings reported': countTrue(unsafe.map((name) => warnings.includes(name))),
  })
  for (const name of unsafe) expect(warnings).toContain(name)
  for (const name of ['demo users', 'TRUST_PROXY']) expect(warnings).not.toContain(name)
  expect(server.lines.filter(({ unsafe }) => unsafe)).toHaveLength(1)
})

it('serves the demo by default elsewhere, and reports its users, its bank and the missing proxy', async () => {
  const server = await runServer(
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://photos.example.org' },
    async (url) => {
      expect(await fetchStatus(url, discoveryPath)).toBe(200)
    },
  )
  const unsafe = ['sandbox bank', 'demo users', 'TRUST_PROXY', 'has no TLS']
  reportFigures('defaults outside production', {
    'unsafe settings reported': countTrue(unsafe.map((name) => findReport(server).includes(name))),
  })
  for (const name of unsafe) expect(findReport(server)).toContain(name)
})

it('opens neither the users nor the bank of the demo by default where there are events already', async () => {
  const dataDir = await createDataDir()
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: '0', SANDBOX_BANK: '1' }
  execFileSync(process.execPath, [builtFile('cli/main.js'), 'event', 'create', '--title', 'City Run'], {
    cwd: projectRoot,
    env,
  })
  const refused = await runServer({}, undefined, dataDir)
  expect(refused.errors).toMatch(/default\.json:\d+ {2}bank: .*SANDBOX_BANK=1/)
  const withBank = await runServer(
    { SANDBOX_BANK: '1' },
    async (url) => expect(await fetchStatus(url, discoveryPath)).toBe(404),
    dataDir,
  )
  reportFigures('defaults with events', {
    'servers started without a choice': countTrue([refused.url !== undefined]),
    'users or invented events reported': countTrue([/demo/.test(findReport(withBank))]),
  })
  expect(refused.url).toBeUndefined()
  expect(findReport(withBank)).toContain('sandbox bank')
  expect(findReport(withBank)).not.toContain('demo')
})
