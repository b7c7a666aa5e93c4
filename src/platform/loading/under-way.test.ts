import { expect, test } from 'vitest'
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
