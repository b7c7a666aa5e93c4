import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

const engine = process.env.ENGINE ?? 'chromium'

/** The part that `npm run test:all` runs; `npm run test:faults` runs all. */
const shortSet = ['01-open', '03-selfie', '09-payment', '10-return', '11-download', 'kills', 'walks']

/** A camera that takes no picture by itself, as it sees no face: the test says when, and which. */
const launchOptions = {
  ...journeys.use?.launchOptions,
  args: journeys.use?.launchOptions?.args?.map((arg) => arg.replace('camera-good-selfie', 'camera-no-face')),
}

/** The same browser on a bad network: every test has a proxy of its own before the one server. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/faults',
  testMatch: process.env.FAULTS === 'all' ? '**/*.spec.ts' : shortSet.map((step) => `**/${step}.spec.ts`),
  outputDir: 'test-results/faults',
  // each test has its own network, device, cart and orders
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  // a browser that starts again beside another one may take its time
  expect: { timeout: 30_000 },
  // a failed test leaves its exchanges instead, at no cost to the others
  use: {
    ...journeys.use,
    trace: 'off',
    browserName: engine === 'firefox' || engine === 'webkit' ? engine : 'chromium',
    // the arguments are Chromium's own
    launchOptions: engine === 'chromium' ? launchOptions : {},
  },
  // a world that runs already is used as it is
  webServer: process.env.FAULT_WORLD
    ? undefined
    : {
        command: 'node_modules/.bin/tsx tests/world/fault-server.ts',
        wait: { stdout: /faults start at (?<fault_world>\{.*\})/ },
        timeout: 240_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      },
})
