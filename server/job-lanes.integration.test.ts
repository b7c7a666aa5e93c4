import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyTestDatabase } from '../tests/support/server/database.ts'
import { compose } from './compose.ts'
import { jobLanes } from './job-lanes.ts'
import { createLogger } from './platform/log.ts'
import { readConfig } from './read-config.ts'

it('every kind of job has one lane, and lanes list only kinds that exist', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-lanes-'))
  await copyTestDatabase(dataDir)
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', SANDBOX_BANK: '1' })
  const composition = await compose(config, createLogger('silent'))
  try {
    const kinds = composition.features.flatMap(({ jobs = {} }) => Object.keys(jobs))
    expect(jobLanes.flatMap((lane) => lane.kinds).toSorted()).toEqual(kinds.toSorted())
  } finally {
    await composition.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
