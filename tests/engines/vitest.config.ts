import { defineConfig } from 'vitest/config'

/** Runs every test once per engine; `ENGINES` lists the installed ones. */
const engines = (process.env.ENGINES ?? 'webkit,firefox').split(',')

export default defineConfig({
  test: {
    projects: engines.map((engine) => ({
      test: {
        name: engine,
        include: ['tests/engines/*.test.ts'],
        environment: 'node',
        setupFiles: ['tests/engines/setup.ts'],
        env: { ENGINE: engine },
        // generous for a busy machine; a hang is still detected
        testTimeout: 180_000,
        hookTimeout: 60_000,
        retry: 0,
      },
    })),
    // each starts a browser; there are two cores
    maxWorkers: 2,
  },
})
