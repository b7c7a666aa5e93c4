import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { createDownloads } from './slow-clients.ts'

const createTestDownloads = (maxDownloads: number) => createDownloads(maxDownloads, createLogger('silent'))
const waitForNextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('ends the download without progress for the longest time, of the client with the most', () => {
  const downloads = createTestDownloads(4)
  const responses = Array.from({ length: 6 }, () => new PassThrough())
  const [alone, first, second, third, ...others] = responses
  const progress = [alone, first, second, third].map((response, index) =>
    downloads.add(response ?? new PassThrough(), index === 0 ? '198.51.100.1' : '192.0.2.1'),
  )
  progress[1]?.()
  for (const response of others) downloads.add(response, '203.0.113.9')
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([false, false, true, true, false, false])
})

it('does not count downloads that are finished or closed', async () => {
  const downloads = createTestDownloads(2)
  const [finished, closed, ...others] = Array.from({ length: 4 }, () => new PassThrough())
  for (const response of [finished, closed]) if (response) downloads.add(response, '192.0.2.1')
  finished?.resume().end()
  closed?.destroy()
  await waitForNextTurn()
  for (const response of others) downloads.add(response, '192.0.2.1')
  expect([finished, ...others].map((response) => response?.writableFinished)).toEqual([true, false, false])
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false])
})
