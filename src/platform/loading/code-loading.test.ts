import { expect, test, vi } from 'vitest'
import { beginCodeLoading, waitForCodeLoading } from './code-loading.ts'

test('settled once every part that was begun is drawn or given up, however often it says so', async () => {
  await waitForCodeLoading()
  let isDone = false
  const [endOne, endOther] = [beginCodeLoading(), beginCodeLoading()]
  const waiting = waitForCodeLoading().then(() => {
    isDone = true
  })
  endOne()
  endOne()
  await Promise.resolve()
  expect(isDone).toBe(false)
  endOther()
  await waiting
  expect(isDone).toBe(true)
})

test('settled also when a part does not come at all', async () => {
  vi.useFakeTimers()
  const endLoading = beginCodeLoading()
  const waiting = waitForCodeLoading()
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
  endLoading()
  vi.useRealTimers()
})
