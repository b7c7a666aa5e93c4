import { expect, test, vi } from 'vitest'
import { beginCode, codeSettled } from './under-way.ts'

test('settled once every part that was begun is drawn or given up, however often it says so', async () => {
  await codeSettled()
  let isSettled = false
  const [endOne, endOther] = [beginCode(), beginCode()]
  const settled = codeSettled().then(() => {
    isSettled = true
  })
  endOne()
  endOne()
  await Promise.resolve()
  expect(isSettled).toBe(false)
  endOther()
  await settled
  expect(isSettled).toBe(true)
})

test('settled also when a part does not come at all', async () => {
  vi.useFakeTimers()
  const end = beginCode()
  const settled = codeSettled()
  await vi.advanceTimersByTimeAsync(60_000)
  await settled
  end()
  vi.useRealTimers()
})
