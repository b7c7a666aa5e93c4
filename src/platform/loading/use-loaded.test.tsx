// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noResponse } from '../../lib/api-error.ts'
import { tellHeard } from '../../lib/link.ts'
import { useLoaded } from './use-loaded.ts'

/** Renders `useLoaded` with loads that the test resolves or rejects. */
function someLoads() {
  const ends: { give: (value: string) => void; fail: (error: unknown) => void }[] = []
  const load = () => new Promise<string>((give, fail) => ends.push({ give, fail }))
  return { ends, ...renderHook(() => useLoaded('key', load, 'copy')) }
}

const loseNetwork = () => {
  tellHeard('silence')
  tellHeard('silence')
}

it('loads again by itself what failed for want of a network, when there is one', async () => {
  const { ends, result } = someLoads()
  await act(async () => {
    loseNetwork()
    ends[0]?.fail(noResponse())
  })
  expect(result.current).toMatchObject({ state: 'failed', value: 'copy' })
  await act(async () => tellHeard('answer'))
  await act(async () => ends[1]?.give('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('loads again what was under way in the gap and failed after it', async () => {
  const { ends, result } = someLoads()
  await act(async () => {
    loseNetwork()
    tellHeard('answer')
  })
  await act(async () => ends[0]?.fail(noResponse()))
  await act(async () => ends[1]?.give('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('loads again what had failed, but was not drawn yet, when the network came back', async () => {
  const { ends, result } = someLoads()
  await act(async () => {
    loseNetwork()
    ends[0]?.fail(noResponse())
    // the failure is known now; React renders it only after this act()
    await new Promise((resolve) => setImmediate(resolve))
    expect(result.current.state).toBe('loading')
    tellHeard('answer')
  })
  await act(async () => ends[1]?.give('fresh'))
  expect(result.current).toMatchObject({ state: 'ready', value: 'fresh' })
})

it('leaves alone what failed for another reason', async () => {
  const { ends, result } = someLoads()
  await act(async () => ends[0]?.fail(new Error('broken')))
  await act(async () => {
    loseNetwork()
    tellHeard('answer')
  })
  expect(ends).toHaveLength(1)
  expect(result.current.state).toBe('failed')
})
