import { defineConfig } from 'vitest/config'

/** Every journey once per engine: `ENGINES` names those that are installed. */
const engines = (process.env.ENGINES ?? 'webkit,firefox').split(',')

export default defineConfig({
  test: {
    projects: engines.map((engine) => ({
      test: {
        name: engine,
        include: ['tests/engines/*.test.ts'],
        environment: 'node',
        env: { ENGINE: engine },
        // a busy machine may take its time; a hang is still found
        testTimeout: 180_000,
        hookTimeout: 60_000,
        retry: 0,
      },
    })),
    // each has a browser of its own; there are two cores
    maxWorkers: 2,
  },
})
