import { defineConfig } from '@playwright/test'
import { buildLaunchOptions } from './tests/support/browser/cameras.ts'

/** Each worker has its own server. One is enough for one or two files; the whole set runs faster with more. */
const workers = Number(process.env.JOURNEY_WORLDS ?? 1)

/** Lines of the servers, whose data become environment variables of the tests. */
const serverLines = new RegExp(
  Array.from(
    { length: workers },
    (_, worker) => `journeys start at (?<journey_world_${worker}>\\{.*\\})`,
  ).join('\\s+'),
)

/** User journeys in a browser: the built app on the real server, with data added through its command line. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  workers,
  // a flaky test is a bug to fix, not to retry
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // tracing every page uses most of two cores: enable with TRACE=1
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // a camera without a face: otherwise it would take a selfie automatically at any moment
    launchOptions: buildLaunchOptions('no-face'),
  },
  webServer: {
    command: 'node_modules/.bin/tsx tests/support/processes/journey-server.ts',
    env: { JOURNEY_WORLDS: String(workers) },
    wait: { stdout: serverLines },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
