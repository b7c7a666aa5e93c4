import { beforeEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Browser engine; distinguishes the results of the same test. */
    engine?: string
  }
}

beforeEach(({ task }) => {
  task.meta.engine = process.env.ENGINE
})
