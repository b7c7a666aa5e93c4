import { defineConfig } from '@playwright/test'
import { launchWith } from './tests/world/cameras.ts'

/** Each worker has a server of its own. One is enough for a file or two; the whole set goes faster with more. */
const workers = Number(process.env.JOURNEY_WORLDS ?? 1)

/** A runner's day in a browser: the built app on the real server, filled through its own command line. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results/journeys',
  workers,
  // a flake is a bug to be found, not to be repeated away
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // a trace of every page takes a good part of two cores: TRACE=1 makes one
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // nobody is in the picture: else it would take itself in the middle of something
    launchOptions: launchWith('no-face'),
  },
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: 'node_modules/.bin/tsx tests/world/journey-server.ts',
    env: { WORLD: String(worker) },
    wait: { stdout: new RegExp(`journeys start at (?<journey_world_${worker}>\\{.*\\})`) },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  })),
})
