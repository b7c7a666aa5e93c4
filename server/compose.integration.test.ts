import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { createTestEvent } from '../tests/support/data/race.ts'
import { copyTestDatabase } from '../tests/support/server/database.ts'
import { type Composition, compose } from './compose.ts'
import { listDemoTenants } from './features/demo/index.ts'
import { createLogger } from './platform/log.ts'
import { projectRoot } from './platform/root.ts'
import { readConfig } from './read-config.ts'

it('an installation without a demo serves every call of the contract', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-compose-'))
  await copyTestDatabase(dataDir)
  const composition = await compose(
    readConfig({ DATA_DIR: dataDir, DEMO: '0', SANDBOX_BANK: '1' }),
    createLogger('silent'),
  )
  try {
    const app = await composition.buildApp()
    await app.close()
    expect(app.hasRoute({ method: 'GET', url: '/public/openapi.json' })).toBe(true)
  } finally {
    await composition.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

it('a server has the users and the bank of the demo only with the demo, or by settings of their own', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-compose-'))
  await copyTestDatabase(dataDir)
  const open = (settings: Record<string, string>, serves: boolean) =>
    compose(readConfig({ DATA_DIR: dataDir, ...settings }), createLogger('silent'), { serves })
  const readParts = ({ services: { config } }: Composition) => ({
    demo: config.demo,
    embeddedIdentity: config.embeddedIdentity,
    sandboxBank: config.sandboxBank,
  })
  const openAndReadParts = async (settings: Record<string, string>, serves: boolean) => {
    const composition = await open(settings, serves)
    await composition.close()
    return readParts(composition)
  }
  try {
    const withDemo = { demo: 'auto', embeddedIdentity: true, sandboxBank: true }
    const composition = await open({}, true)
    expect(readParts(composition)).toEqual(withDemo)
    const [tenant] = listDemoTenants(composition.services.tenants)
    const context = composition.createTenantContext(tenant?.name ?? '')
    if (!context) throw new Error('No tenant shows the demo')
    await createTestEvent(context)
    await composition.close()

    await expect(open({}, true)).rejects.toThrow(/sandbox bank/)
    const bankAlone = { demo: 'off', embeddedIdentity: false, sandboxBank: true }
    expect(await openAndReadParts({ SANDBOX_BANK: '1' }, true)).toEqual(bankAlone)
    // a command serves no visitors
    expect(await openAndReadParts({}, false)).toEqual(withDemo)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)

it('a server that waits for the embedded database ends at SIGTERM and deletes its files', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-compose-'))
  const otherHolder = JSON.stringify({ pid: 1, owner: 'other', processTable: 'another' })
  writeFileSync(join(dataDir, 'database.lock'), otherHolder)
  const args = ['--import', 'tsx', join(projectRoot, 'server/main.ts')]
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: '0',
    SANDBOX_BANK: '1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const ended = once(server, 'exit')
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
    expect(line).toContain('checking whether the last user of the embedded database is running')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database.lock'])
  } finally {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
