import { readdirSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/** Starts processes, opens sockets or databases, or loads models, next to the code that it tests. */
const integrationPattern = '**/*.integration.test.{ts,tsx}'
/** Parts of `unit` and `api` that `slow` repeats with more trials, see tests/trials.ts. The money tests have their own suite. */
const testsWithMoreTrials = [
  'contract/price-rules.test.ts',
  'server/adapters/vision/vision.integration.test.ts',
  'server/features/cart/deduct-bought.test.ts',
  'server/features/ingest/start-list/parse-start-list.test.ts',
  'server/features/ingest/text/detect-encoding.test.ts',
  'server/features/ingest/text/split-records.test.ts',
  'src/features/catalog/shown-prices.test.ts',
  'src/features/search/results/offer.test.ts',
  'src/features/selfie/check/tiny-face.test.ts',
  'src/lib/outbox/create-outbox.test.ts',
  'src/lib/sha256.test.ts',
  'tests/api/any-input.test.ts',
  'tests/api/any-text.test.ts',
  'tests/api/emoji-names.test.ts',
  'tests/api/forget-uploads.test.ts',
  'tests/api/ingest-duplicates.test.ts',
  'tests/faults/paying.integration.test.ts',
]
/** Run with real tools on large inputs; each takes longer than a hundred API calls. */
const slowTests = [
  'server/adapters/vision/analyse-large.integration.test.ts',
  'server/adapters/vision/images/decode-large.integration.test.ts',
  'server/adapters/vision/models.integration.test.ts',
  'server/adapters/vision/vision-processes.integration.test.ts',
  'server/platform/db/vacuum.integration.test.ts',
  'tests/api/cli-processes.test.ts',
  'tests/api/cli.test.ts',
  'tests/api/damaged-photos.test.ts',
  'tests/api/demo.test.ts',
  'tests/api/face-models.test.ts',
  'tests/api/ingest-videos.test.ts',
  'tests/api/large-album.test.ts',
]
/**
 * Attacks that need few calls and no clock. `api` runs them too, so that none comes back unnoticed; the floods and outages of the
 * other files take minutes.
 */
export const quickAbuseTests = [
  'tests/abuse/carts.test.ts',
  'tests/abuse/erase-faces-race.test.ts',
  'tests/abuse/forged-host.test.ts',
  'tests/abuse/host-clocks.test.ts',
  'tests/abuse/log-canary.test.ts',
  'tests/abuse/namesakes.test.ts',
  'tests/abuse/not-me-answers.test.ts',
  'tests/abuse/order-email-keys.test.ts',
  'tests/abuse/orders.test.ts',
  'tests/abuse/payment-notifications.test.ts',
]
const dependencyPattern = '**/node_modules/**'
/**
 * Random schedules, floods and killed servers: a few trials find nothing, and many take minutes. Left to the money tests and
 * PostgreSQL, which set `TEST_EFFORT`.
 */
const fullEffortTests = process.env.TEST_EFFORT
  ? []
  : [
      'tests/money/atomic-checkout.test.ts',
      'tests/money/killed-processes.test.ts',
      'tests/money/last-code-use.test.ts',
      'tests/money/model.test.ts',
      'tests/money/notification-schedules.test.ts',
      'tests/money/one-payment-page.test.ts',
    ]

const unitDefaults = {
  include: ['{src,sw,contract,server,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
  exclude: [integrationPattern, dependencyPattern],
  setupFiles: ['tests/unit-setup.ts'],
  testTimeout: 5_000,
  hookTimeout: 5_000,
}

/** Unit tests with a page that need the classes of Node's own realm: of bytes, channels or processes. */
const separateProcessTests = [
  'src/app/device/seed-worker-cache.test.ts',
  'src/features/event-page/ahead/FutureEvent.test.tsx',
  'src/lib/memory/channel.test.ts',
  'src/ui/media/JustifiedRows.test.tsx',
]

/** Unit tests with a page. */
const pageTests = ['src', 'sw', 'contract', 'server', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && !/\.integration\./.test(name))
    .map((name) => posix.join(folder, name.replaceAll(sep, posix.sep)))
    .filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment happy-dom')),
)

for (const path of separateProcessTests)
  if (!pageTests.includes(path)) throw new Error(`${path} is no unit test with a page`)

/**
 * Lists the parts of the tests that Vitest runs, each with `npx vitest run --project NAME`. Journeys and the other engines have
 * separate configurations.
 */
export const testProjects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      ...unitDefaults,
      name: 'unit',
      exclude: [integrationPattern, dependencyPattern, ...pageTests],
      // files share processes and modules, which saves their imports
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      ...unitDefaults,
      name: 'unit-page',
      include: pageTests,
      exclude: separateProcessTests,
      // Modules store state of the page, which would affect the next file, and the order of files differs between runs. A
      // realm for each file takes a third of the time of a process.
      pool: 'vmForks',
    },
  },
  {
    extends: true,
    test: { ...unitDefaults, name: 'unit-process', include: separateProcessTests, isolate: true },
  },
  {
    extends: true,
    test: {
      name: 'api',
      include: ['tests/{api,money,rules}/**/*.test.ts', ...quickAbuseTests, integrationPattern],
      exclude: [dependencyPattern, ...slowTests, ...fullEffortTests],
      // files share loaded modules, which saves three minutes of processor time
      isolate: false,
    },
  },
  {
    extends: true,
    // files share modules, an emptied database and the compiled OpenAPI document
    test: { name: 'abuse', include: ['tests/abuse/**/*.test.ts'], isolate: false },
  },
  {
    extends: true,
    test: { name: 'slow', include: [...testsWithMoreTrials, ...slowTests] },
  },
]
