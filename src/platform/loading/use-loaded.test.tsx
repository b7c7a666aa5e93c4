// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createNoResponseError } from '../../lib/api-error.ts'
import { reportLinkSignal } from '../../lib/link.ts'
import { useLoaded } from './use-loaded.ts'

/** Renders `useLoaded` with loads that the test resolves or rejects. */
function renderControlledLoads() {
  const pendingLoads: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = []
  const signals: AbortSignal[] = []
  const load = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((resolve, reject) => pendingLoads.push({ resolve, reject }))
  }
  return { ends: pendingLoads, signals, ...renderHook(() => useLoaded('key', load, 'copy')) }
}

const loseNetwork = () => {
  reportLinkSignal('silence')
  reportLinkSignal('silence')
}

it('retries after reconnecting what failed without a network', async () => {
  const { ends: pendingLoads, result } = renderControlledLoads()
  await act(async () => {
    loseNetwork()
    pendingLoads[0]?.reject(createNoResponseError())
  })
  expect(result.current).toMatchObject({ state: 'failed', value: 'copy' })
  await act(async () => reportLinkSignal('answer'))
  await act(async () => pendingLoads[1]?.resolve('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('retries a request that was running during the outage and failed after it', async () => {
  const { ends: pendingLoads, result } = renderControlledLoads()
  await act(async () => {
    loseNetwork()
    reportLinkSignal('answer')
  })
  await act(async () => pendingLoads[0]?.reject(createNoResponseError()))
  await act(async () => pendingLoads[1]?.resolve('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('retries a failure that was not rendered yet when the network came back', async () => {
  const { ends: pendingLoads, result } = renderControlledLoads()
  await act(async () => {
    loseNetwork()
    pendingLoads[0]?.reject(createNoResponseError())
    // the failure is known now; React renders it only after this act()
    await new Promise((resolve) => setImmediate(resolve))
    expect(result.current.state).toBe('loading')
    reportLinkSignal('answer')
  })
  await act(async () => pendingLoads[1]?.resolve('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('does not retry what failed for another reason', async () => {
  const { ends: pendingLoads, result } = renderControlledLoads()
  await act(async () => pendingLoads[0]?.reject(new Error('broken')))
  await act(async () => {
    loseNetwork()
    reportLinkSignal('answer')
  })
  expect(pendingLoads).toHaveLength(1)
  expect(result.current.state).toBe('failed')
})

it('lets a running load end when polled, and polls again afterwards', async () => {
  const { ends: pendingLoads, signals, result } = renderControlledLoads()
  await act(async () => result.current.refresh())
  expect(pendingLoads).toHaveLength(1)
  expect(signals[0]?.aborted).toBe(false)
  await act(async () => pendingLoads[0]?.resolve('first'))
  await act(async () => result.current.refresh())
  await act(async () => result.current.refresh())
  expect(pendingLoads).toHaveLength(2)
  await act(async () => pendingLoads[1]?.reject(new Error('broken')))
  await act(async () => result.current.refresh())
  expect(pendingLoads).toHaveLength(3)
  expect(signals[2]?.aborted).toBe(false)
  await act(async () => result.current.reload())
  expect(signals[2]?.aborted).toBe(true)
  expect(pendingLoads).toHaveLength(4)
})
