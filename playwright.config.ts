import { defineConfig } from '@playwright/test'
import { launchWith } from './tests/world/cameras.ts'

/** A runner's day in a browser: the built app on the real server, filled through its own command line. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  // one server and one inbox are shared; a flake is a bug to be found, not to be repeated away
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    trace: 'retain-on-failure',
    // nobody is in the picture: else it would take itself in the middle of something
    launchOptions: launchWith('no-face'),
  },
  webServer: {
    command: 'node_modules/.bin/tsx tests/world/journey-server.ts',
    wait: { stdout: /journeys start at (?<journey_world>\{.*\})/ },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
