import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'
import { fastLinkFlag } from './tests/support/browser/cameras.ts'

const engine = process.env.ENGINE ?? 'chromium'

/** The subset of `npm run test:faults`; `FAULTS=all` runs every file. */
const shortSet = ['01-open', '03-selfie', '09-payment', '10-return', '11-download', 'kills', 'walks']

/** Leaves the estimate of the link to Chromium: the proxies set its speed. */
const launchOptions = {
  ...journeys.use?.launchOptions,
  args: journeys.use?.launchOptions?.args?.filter((arg) => arg !== fastLinkFlag),
}

/** The same browser on a bad network: every test has its own proxy in front of the shared server. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/faults',
  testMatch: process.env.FAULTS === 'all' ? '**/*.spec.ts' : shortSet.map((step) => `**/${step}.spec.ts`),
  outputDir: 'test-results/faults',
  // each test has its own network, device, cart and orders
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  // starting a browser next to a running one may take long
  expect: { timeout: 30_000 },
  // a failed test stores its exchanges instead, which costs the others nothing
  use: {
    ...journeys.use,
    trace: 'off',
    browserName: engine === 'firefox' || engine === 'webkit' ? engine : 'chromium',
    // the arguments are for Chromium only
    launchOptions: engine === 'chromium' ? launchOptions : {},
  },
  // a running test server is reused
  webServer: process.env.FAULT_WORLD
    ? undefined
    : {
        command: 'node_modules/.bin/tsx tests/support/processes/fault-server.ts',
        wait: { stdout: /faults start at (?<fault_world>\{.*\})/ },
        timeout: 240_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      },
})
