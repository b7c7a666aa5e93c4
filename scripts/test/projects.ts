import type { TestProjectInlineConfiguration } from 'vitest/config'

/** Starts processes, opens sockets or databases, or loads models, next to the code that it tests. */
const integration = '**/*.integration.test.{ts,tsx}'
/** Parts of `unit` and `api` that `slow` repeats with more trials, see tests/trials.ts. The money tests have their own suite. */
const withMoreTrials = [
  'contract/price-rules.test.ts',
  'src/features/search/offer.test.ts',
  'src/features/selfie/check/tiny-face.test.ts',
  'src/lib/outbox/make-queue.test.ts',
  'src/lib/sha256.test.ts',
  'tests/api/any-input.test.ts',
  'tests/api/uploads-forgotten.test.ts',
  'tests/faults/paying.integration.test.ts',
]
const dependencies = '**/node_modules/**'

/**
 * The parts of the tests that Vitest runs, each with `npx vitest run --project NAME`. Journeys and the other engines have separate
 * configurations.
 */
export const testProjects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['{src,sw,contract,server,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
      exclude: [integration, dependencies],
      // files share processes and modules; tests/unit-setup.ts restores the page between them
      isolate: false,
      setupFiles: ['tests/unit-setup.ts'],
      testTimeout: 5_000,
      hookTimeout: 5_000,
    },
  },
  {
    extends: true,
    test: {
      name: 'api',
      include: ['tests/{api,money,rules}/**/*.test.ts', integration],
      exclude: [dependencies],
      // files share loaded modules, which saves three minutes of processor time
      isolate: false,
    },
  },
  {
    extends: true,
    test: { name: 'abuse', include: ['tests/abuse/**/*.test.ts'] },
  },
  {
    extends: true,
    test: { name: 'slow', include: withMoreTrials },
  },
]
