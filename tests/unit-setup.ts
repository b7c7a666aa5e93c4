import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import timers from 'node:timers/promises'
import { afterAll, afterEach, vi } from 'vitest'
import { connectOutbox } from '../src/lib/outbox/connect.ts'

/**
 * Restricts unit tests to what runs in this process at once. Opening a socket or starting a process throws. Real timers of more
 * than 50 ms never fire, so a test that waits for one fails on any machine: it has to use fake timers or `skipPauses`.
 */
const longestWaitInMs = 50
const neverInMs = 2 ** 31 - 1

interface Restrictions {
  /** Forbidden actions that were tried since the last test ended. */
  refused: string[]
  /** Delays of timers since the last test ended that will not fire. */
  delaysInMs: number[]
  /** Timers of up to this delay fire at once; see `skip-pauses.ts`. */
  skippedUpToInMs: number
}

/** Test files share a process, so the functions are replaced once. */
const restrictions = ((globalThis as { restrictions?: Restrictions }).restrictions ??= installRestrictions())

function installRestrictions(): Restrictions {
  const state: Restrictions = { refused: [], delaysInMs: [], skippedUpToInMs: 0 }
  const refuse = (action: string): never => {
    state.refused.push(action)
    throw new Error(`A unit test must not ${action}`)
  }
  net.Socket.prototype.connect = () => refuse('open a socket')
  net.Server.prototype.listen = () => refuse('listen on a port')
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)
    Object.assign(childProcess, { [name]: () => refuse('start a process') })

  const { setTimeout, setInterval } = globalThis
  type Callback = (...args: unknown[]) => void
  const restrictTimer = (start: typeof setTimeout | typeof setInterval) => {
    const restricted = (callback: Callback, delayInMs = 0, ...args: unknown[]) => {
      if (delayInMs <= longestWaitInMs) return start(callback, delayInMs, ...args)
      if (delayInMs <= state.skippedUpToInMs) return start(callback, 0, ...args)
      state.delaysInMs.push(delayInMs)
      return setTimeout(() => undefined, neverInMs).unref()
    }
    return Object.assign(restricted, start)
  }
  Object.assign(globalThis, {
    setTimeout: restrictTimer(setTimeout),
    setInterval: restrictTimer(setInterval),
  })
  const { setTimeout: wait } = timers
  Object.assign(timers, {
    setTimeout: (delayInMs = 0, value?: unknown, options?: object) => {
      if (delayInMs <= longestWaitInMs) return wait(delayInMs, value, options)
      state.delaysInMs.push(delayInMs)
      return wait(neverInMs, value, { ...options, ref: false })
    },
  })
  syncBuiltinESMExports()
  return state
}

// as the entry of the page does
connectOutbox(async () => (await import('../src/app/outbox.ts')).queue)

afterEach(({ task }) => {
  restrictions.skippedUpToInMs = 0
  const refused = [...new Set(restrictions.refused.splice(0))]
  const delays = [...new Set(restrictions.delaysInMs.splice(0))]
  if (refused.length > 0) throw new Error(`A unit test must not ${refused.join(', ')}`)
  if (task.result?.state === 'fail' && delays.length > 0)
    console.error(
      `Timers of ${delays.join(', ')} ms did not fire: in unit tests they need fake timers or skipPauses`,
    )
})

afterAll(async () => {
  // a module that loads after its test would fail when the process ends
  await vi.dynamicImportSettled()
  // rendering after the last test would fail, too
  if (typeof document !== 'undefined') (await import('@testing-library/react')).cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
