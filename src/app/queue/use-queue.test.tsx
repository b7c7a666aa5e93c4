// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyEntry } from '../../lib/outbox/index.ts'
import { outboxAtom } from '../../platform/outbox/state.ts'
import { useQueue } from './use-queue.ts'

const dayInMs = 24 * 60 * 60_000

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  getDefaultStore().set(outboxAtom, { entries: [], progress: {}, readOn: 0 })
})

/** Renders a queue with one entry. @returns a function that returns the number of renderings */
function renderQueue(putOn: number): () => number {
  const entry = {
    id: 'a',
    kind: 'cart.add',
    lane: 'cart',
    putOn,
    notBefore: 0,
    tries: 0,
  } as unknown as AnyEntry
  getDefaultStore().set(outboxAtom, { entries: [entry], progress: {}, readOn: Date.now() })
  let renderings = 0
  renderHook(() => {
    renderings += 1
    return useQueue()
  })
  return () => renderings
}

test.each([0, 74])('waits for an entry that was put %i days ahead of the clock', async (days) => {
  vi.useFakeTimers()
  const countRenderings = renderQueue(Date.now() + days * dayInMs)
  const initialCount = countRenderings()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(countRenderings()).toBe(initialCount)
})
