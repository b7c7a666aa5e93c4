import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyTestDatabase } from '../tests/support/server/database.ts'
import { compose } from './compose.ts'
import { createLogger } from './platform/log.ts'
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
