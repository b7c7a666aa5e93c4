import { vi } from 'vitest'

/**
 * Limit of waits for a state, for `vi.waitFor`, `vi.waitUntil` and Testing Library. Their default of one second may
 * pass on a busy machine; this one only detects a hang. `expect.poll` has the same in `vite.config.ts`.
 */
const limitInMs = 20_000

const { waitFor, waitUntil } = vi
type WaitOptions = Parameters<typeof waitFor>[1]
const withLimit = (options: WaitOptions) =>
  typeof options === 'number' ? options : { timeout: limitInMs, ...options }
vi.waitFor = (callback, options) => waitFor(callback, withLimit(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withLimit(options))

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: limitInMs })
}
