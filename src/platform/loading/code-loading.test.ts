import { expect, test, vi } from 'vitest'
import { beginCodeLoading, waitForCodeLoading } from './code-loading.ts'

test('resolves once every started part is rendered or abandoned, also for repeated calls', async () => {
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

test('resolves also when a part never loads', async () => {
  vi.useFakeTimers()
  const endLoading = beginCodeLoading()
  const waiting = waitForCodeLoading()
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
  endLoading()
  vi.useRealTimers()
})
