import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A small project in which every rule is violated once, next to correct variants of the same imports. */
const allowedFiles: Readonly<Record<string, string>> = {
  'contract/cart.ts': "import 'zod'\nexport const cart = 1",
  'src/lib/api.ts': "import { cart } from '../../contract/cart.ts'\nexport const api = cart",
  'src/lib/random-id.ts': 'export const randomId = 1',
  'src/lib/outbox/define-action.ts': "import '../random-id.ts'\nexport const defineAction = 1",
  'src/ui/Button.tsx': "import { api } from '../lib/api.ts'\nexport const Button = api",
  'src/platform/storage.ts': "import { Button } from '../ui/Button.tsx'\nexport const storage = Button",
  'src/features/cart/index.ts':
    "import { storage } from '../../platform/storage.ts'\nexport const door = storage",
  'src/features/cart/inner.ts': 'export const inner = 1',
  'src/features/cart/CartPage.tsx': "import { inner } from './inner.ts'\nexport const CartPage = inner",
  'src/features/cart/sync.ts':
    "import 'zod'\nimport '../../lib/outbox/define-action.ts'\nimport './sync/send.ts'\nexport const actions = 1",
  'src/features/cart/sync/send.ts':
    "import { cart } from '../../../../contract/cart.ts'\nexport const send = cart",
  'src/app/actions.ts': "import { actions } from '../features/cart/sync.ts'\nexport const all = actions",
  'src/app/outbox.ts': "import { all } from './actions.ts'\nexport const queue = all",
  'src/features/search/start.ts': "import { door } from '../cart/index.ts'\nexport const start = door",
  'src/app/routes.tsx': "export const load = () => import('../features/cart/CartPage.tsx')",
  'src/app/start.test.ts': "import '../../tests/support/data/album.ts'",
  'tests/support/data/album.ts':
    "import type { cart } from '../../../contract/cart.ts'\nexport type Album = typeof cart",
  'sw/sw.ts': "import { queue } from '../src/app/outbox.ts'\nexport const sw = queue",
  'server/platform/http.ts': "import { cart } from '../../contract/cart.ts'\nexport const http = cart",
  'server/features/cart/index.ts': "import './store.ts'\nexport const cartDoor = 1",
  'server/features/cart/store.ts': "import 'drizzle-orm'\nexport const store = 1",
  'server/features/metrics/store.ts': "import 'drizzle-orm'\nimport '../orders/tables.ts'",
  'server/features/orders/tables.ts': "import 'drizzle-orm'\nexport const tables = 1",
  'server/features/orders/ports.ts': 'export const ports = 1',
  'server/features/orders/complete.ts': "import '../cart/index.ts'\nexport const complete = 1",
  'server/adapters/bank.ts': "import { ports } from '../features/orders/ports.ts'\nexport const bank = ports",
}

const violatingFiles: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['product-imports-no-tests', 'src/app/start.ts', "import '../../tests/support/data/album.ts'"],
  ['contract-stands-alone', 'contract/orders.ts', "import '../src/lib/api.ts'"],
  ['outbox-knows-no-action', 'src/lib/outbox/labels.ts', "import '../../features/cart/sync.ts'"],
  ['outbox-knows-no-action', 'src/lib/outbox/bodies.ts', "import '../../../contract/cart.ts'"],
  ['outbox-knows-no-action', 'src/lib/outbox/senders.ts', "import '../api.ts'"],
  ['sync-runs-anywhere', 'src/features/cart/sync/react.ts', "import 'react'"],
  ['sync-runs-anywhere', 'src/features/cart/sync/screen.ts', "import '../CartPage.tsx'"],
  ['sync-runs-anywhere', 'src/features/search/sync.ts', "import '../../platform/storage.ts'"],
  ['sync-runs-anywhere', 'src/features/events/sync.ts', "import '../cart/sync.ts'"],
  ['sync-only-by-actions', 'src/features/cart/load.ts', "import './sync.ts'"],
  ['sync-only-by-actions', 'sw/cart.ts', "import '../src/features/cart/sync.ts'"],
  ['actions-by-sync', 'src/app/outbox.ts', "import '../features/cart/CartPage.tsx'"],
  ['lib-runs-anywhere', 'src/lib/format/money.ts', "import '../platform/storage.ts'"],
  ['ui-knows-no-domain', 'src/ui/Tile.tsx', "import '../../contract/cart.ts'"],
  ['platform-below-features', 'src/platform/theme.ts', "import '../features/cart/index.ts'"],
  ['neighbour-by-its-door', 'src/features/search/peek.ts', "import '../cart/inner.ts'"],
  ['pages-only-by-app', 'src/features/cart/link.ts', "import './CartPage.tsx'"],
  ['no-page-code-on-a-thread', 'sw/push.ts', "import '../src/platform/storage.ts'"],
  ['no-page-code-on-a-thread', 'src/features/search/shrink.worker.ts', "import '../../ui/Button.tsx'"],
  ['page-and-server-apart', 'src/lib/cheat.ts', "import '../../server/platform/http.ts'"],
  ['server-and-page-apart', 'server/platform/cheat.ts', "import '../../src/lib/api.ts'"],
  ['server-feature-by-its-door', 'server/features/orders/peek.ts', "import '../cart/store.ts'"],
  ['server-feature-by-its-door', 'server/features/orders/adapter.ts', "import '../../adapters/bank.ts'"],
  ['server-feature-by-its-door', 'server/features/cart/foreign-store.ts', "import '../orders/tables.ts'"],
  ['read-model-by-tables', 'server/features/metrics/peek.ts', "import '../cart/store.ts'"],
  ['adapters-fill-ports', 'server/adapters/mail.ts', "import '../features/cart/store.ts'"],
  ['platform-knows-no-feature', 'server/platform/jobs.ts', "import '../features/orders/ports.ts'"],
  ['sql-in-stores', 'server/features/orders/list.ts', "import 'drizzle-orm'"],
]

const projectFolder = mkdtempSync(join(tmpdir(), 'photofinish-rules-'))

function writeSource(file: string, code: string) {
  mkdirSync(dirname(join(projectFolder, file)), { recursive: true })
  writeFileSync(join(projectFolder, file), `${code}\n`)
}

function findViolations(): { rule: string; from: string }[] {
  const report = execFileSync(
    process.execPath,
    [
      resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
      ...['contract', 'src', 'sw', 'server'],
    ],
    { cwd: projectFolder, encoding: 'utf8', maxBuffer: 50_000_000 },
  )
  const { summary } = JSON.parse(report) as {
    summary: { violations: { rule: { name: string }; from: string }[]; totalCruised: number }
  }
  expect(summary.totalCruised).toBeGreaterThan(10)
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
}

beforeAll(() => {
  cpSync('.dependency-cruiser.cjs', join(projectFolder, '.dependency-cruiser.cjs'))
  cpSync('tsconfig.base.json', join(projectFolder, 'tsconfig.base.json'))
  for (const library of ['zod', 'react', 'drizzle-orm']) {
    writeSource(`node_modules/${library}/package.json`, JSON.stringify({ name: library, main: 'index.js' }))
    writeSource(`node_modules/${library}/index.js`, 'module.exports = {}')
  }
  for (const [file, code] of Object.entries(allowedFiles)) writeSource(file, code)
})

afterAll(() => rmSync(projectFolder, { recursive: true, force: true }))

test('imports down the list are accepted', () => {
  expect(findViolations()).toEqual([])
})

test('each rule reports a violation', () => {
  for (const [, file, code] of violatingFiles) writeSource(file, code)
  writeSource(
    'src/features/search/one.ts',
    "import type { Other } from './other.ts'\nexport const one = 1 as Other",
  )
  writeSource(
    'src/features/search/other.ts',
    "import { one } from './one.ts'\nexport type Other = typeof one",
  )
  const found = findViolations()
  for (const [rule, file] of violatingFiles) expect(found).toContainEqual({ rule, from: file })
  // a cycle is reported once, starting from any of its files; type imports count
  expect(found.some(({ rule, from }) => rule === 'no-cycles' && /search\/(one|other)\.ts$/.test(from))).toBe(
    true,
  )
})
