import { beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The browser engine, which tells results of the same test apart. */
    engine?: string
  }
}

beforeEach(({ task }) => {
  task.meta.engine = process.env.ENGINE
})
