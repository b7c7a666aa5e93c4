import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ensureModels } from './models.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'models-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('networks are converted once, again for another version, and always to the same bytes', () => {
  const { detectorInt8 } = ensureModels(folder)
  const first = readFileSync(detectorInt8)
  const writtenOn = statSync(detectorInt8).mtimeMs

  ensureModels(folder)
  expect(statSync(detectorInt8).mtimeMs).toBe(writtenOn)

  writeFileSync(detectorInt8, 'half a file of an older version')
  writeFileSync(join(folder, 'stamp.json'), 'an older version')
  ensureModels(folder)
  expect(readFileSync(detectorInt8).equals(first)).toBe(true)
})
