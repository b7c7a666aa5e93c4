import { describe, expect, test } from 'vitest'
import { findCrowdedFolders, findFolderCycles, findTestHelpers } from './folders.ts'

const findCycles = (files: Readonly<Record<string, string>>) =>
  findFolderCycles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    ['server/features'],
  )

describe('cycles of folders', () => {
  test('are reported with an import for each step, types included', () => {
    expect(
      findCycles({
        'server/features/cart/add.ts': "import { order } from '../orders/index.ts'",
        'server/features/orders/files/list.ts': "export type { Price } from '../../catalog/index.ts'",
        'server/features/catalog/prices.ts': "import type { Cart } from '../cart/index.ts'",
        'server/features/events/index.ts': "import { cart } from '../cart/index.ts'",
      }),
    ).toEqual([
      'server/features: cart → orders → catalog → cart is a circle',
      '  server/features/cart/add.ts imports server/features/orders/index.ts',
      '  server/features/orders/files/list.ts imports server/features/catalog/index.ts',
      '  server/features/catalog/prices.ts imports server/features/cart/index.ts',
    ])
  })

  test('are found in code that is loaded later', () => {
    expect(
      findCycles({
        'server/features/cart/index.ts': "const late = () => import('../orders/index.ts')",
        'server/features/orders/index.ts': "import '../cart/index.ts'",
      }),
    ).toHaveLength(3)
  })

  test('are reported once each', () => {
    expect(
      findCycles({
        'server/features/a/index.ts': "import '../b/index.ts'",
        'server/features/b/index.ts': "import '../a/index.ts'",
        'server/features/c/index.ts': "import '../d/index.ts'",
        'server/features/d/index.ts': "import '../c/index.ts'\nimport '../a/index.ts'",
      }).filter((line) => line.endsWith('circle')),
    ).toEqual(['server/features: a → b → a is a circle', 'server/features: c → d → c is a circle'])
  })

  test('are none in tests, within a feature, and by files that connect features', () => {
    expect(
      findCycles({
        'server/features/cart/index.ts': "import '../orders/index.ts'\nimport './access/check.ts'",
        'server/features/cart/access/check.ts': "import '../index.ts'",
        'server/features/orders/index.ts': "import '../all.ts'\nimport '../../platform/log.ts'",
        'server/features/orders/pay.test.ts': "import '../cart/index.ts'",
        'server/features/all.ts': "import './cart/index.ts'",
        'server/platform/log.ts': "import '../features/cart/index.ts'",
      }),
    ).toEqual([])
  })
})

describe('crowded folders', () => {
  const listFiles = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)

  test('have more than 25 files, not counting tests, messages and folders in them', () => {
    const files = listFiles('src/ui', 25)
    const others = ['src/ui/a.test.ts', 'src/ui/messages.ru.json', 'src/ui/form/Field.tsx', 'src/ui/a.css']
    expect(findCrowdedFolders([...files, ...others], [])).toEqual([])
    expect(findCrowdedFolders([...files, 'src/ui/One.tsx'], [])).toEqual([
      'src/ui: 26 source files, at most 25: split it by topic',
    ])
  })

  test('are accepted by an exception up to its number', () => {
    const exceptions = [{ path: 'contract', count: 30, reason: 'one file per service' }]
    expect(findCrowdedFolders(listFiles('contract', 30), exceptions)).toEqual([])
    expect(findCrowdedFolders(listFiles('contract', 31), exceptions)).toHaveLength(1)
  })

  test('an exception that allows more than there are fails', () => {
    const exceptions = [{ path: 'contract', count: 30, reason: 'one file per service' }]
    expect(findCrowdedFolders(listFiles('contract', 29), exceptions)).toEqual([
      'contract: 29 source files, its exception allows 30: lower it',
    ])
    expect(findCrowdedFolders([], exceptions)).toHaveLength(1)
  })
})

describe('test helpers in product folders', () => {
  const findHelpers = (files: Readonly<Record<string, string>>) =>
    findTestHelpers(Object.entries(files).map(([path, text]) => ({ path, text })))

  test('are files that only tests import, also through other helpers', () => {
    expect(
      findHelpers({
        'src/ui/Button.test.tsx': "import { draw } from './draw.tsx'",
        'src/ui/draw.tsx': "import { frame } from './frame.tsx'",
        'tests/api/cart.test.ts': "import { row } from '../../server/features/cart/row.ts'",
        'tests/support/data/cart.ts': "export type { Row } from '../../../server/features/cart/row.ts'",
      }),
    ).toEqual([
      'server/features/cart/row.ts: only tests import it: move it to tests/support',
      'src/ui/draw.tsx: only tests import it: move it to tests/support',
      'src/ui/frame.tsx: only tests import it: move it to tests/support',
    ])
  })

  test('are none that code imports as well, that start the page, or that are in the folders of tests', () => {
    expect(
      findHelpers({
        'contract/cart.test.ts': "import { cart } from './cart.ts'",
        'server/cart.ts': "import type { Cart } from '../contract/cart.ts'",
        'scripts/bench/rows.ts': "import { rows } from '../../server/rows.ts'",
        'server/rows.test.ts': "import { rows } from './rows.ts'",
        'src/app/start.test.tsx':
          "await import('./main.tsx')\nimport { album } from '../../tests/support/album.ts'",
        'sw/sw.test.ts': "import { setUp } from '../sw/setup.test.ts'",
      }),
    ).toEqual([])
  })
})
