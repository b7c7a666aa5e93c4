import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { ApiError } from '../../src/lib/api-error.ts'
import { createOutbox } from '../../src/lib/outbox/create-outbox.ts'
import { emptyFakeDatabase, installFakeDatabase } from '../fake-database.ts'
import { countTrue, reportFigures } from '../support/data/figures.ts'
import { registerTestActions } from '../support/data/test-actions.ts'

const queueCount = 200
const entriesPerQueue = 10
const lanes = ['forms', 'cart:one', 'cart:two']

/** Errors of entries that can never be sent; `readError` is a body of an earlier build. */
const poisons = [
  'EventNotFound',
  'ValidationFailed',
  'RequestInvalid',
  'PhotoNotFound',
  'unreadable',
] as const

installFakeDatabase()

// never behind the real clock: an idle database of this process would set its timers for that difference
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

const buildError = (code: ErrorCode) => new ApiError(code, errorStatus[code])

/** Creates a queue whose service always rejects poisoned entries, and fails temporarily at every third attempt. */
function createPoisonableQueue(sent: string[]) {
  let attempts = 0
  const registry = registerTestActions(async ({ id, body: { name } }) => {
    const code = poisons.find((poison) => name === poison)
    if (code && code !== 'unreadable') throw buildError(code)
    attempts++
    if (attempts % 3 === 0) throw buildError(attempts % 2 === 0 ? 'ServiceUnavailable' : 'NoResponse')
    sent.push(id)
  })
  return createOutbox(registry, { random: () => 0.5 })
}

/** Returns the body of an entry; one of an earlier build lacks a required field. */
const createBody = (name: string): { name: string } =>
  name === 'unreadable' ? ({ title: name } as unknown as { name: string }) : { name }

/** Advances the clock until all remaining entries are parked. */
async function passTime(queue: ReturnType<typeof createPoisonableQueue>): Promise<void> {
  for (let step = 0; step < 200; step++) {
    await queue.flush()
    if ((await queue.entries()).every(({ parked }) => parked)) return
    vi.setSystemTime(Date.now() + 600_000)
  }
  throw new Error('the queue does not come to an end')
}

it('an entry that can never be sent holds back no other, and can be repeated or deleted', async () => {
  const areSentOnce: boolean[] = []
  const visible: boolean[] = []
  const repeated: boolean[] = []
  const deleted: boolean[] = []
  for (let round = 0; round < queueCount; round++) {
    const sent: string[] = []
    const queue = createPoisonableQueue(sent)
    const poison = poisons[round % poisons.length] ?? 'unreadable'
    const position = round % entriesPerQueue
    const ids: string[] = []
    for (let i = 0; i < entriesPerQueue; i++) {
      const lane = lanes[(round + i) % lanes.length] ?? ''
      const { id } = await queue.put('note', lane, createBody(i === position ? poison : `good ${i}`), {
        id: `${round}-${i}`,
      })
      ids.push(id)
    }
    await passTime(queue)
    const poisonedId = ids[position] ?? ''
    for (const id of ids)
      if (id !== poisonedId) areSentOnce.push(sent.filter((one) => one === id).length === 1)
    const remainingEntries = await queue.entries()
    visible.push(
      remainingEntries.length === 1 &&
        remainingEntries[0]?.id === poisonedId &&
        remainingEntries[0].parked !== undefined,
    )
    await queue.retry(poisonedId)
    await passTime(queue)
    repeated.push((await queue.entries())[0]?.parked !== undefined && !sent.includes(poisonedId))
    await queue.drop(poisonedId)
    deleted.push((await queue.entries()).length === 0)
    // each queue is that of another device; listing the outcomes of earlier ones takes most of the time
    await emptyFakeDatabase()
  }
  reportFigures(`${queueCount} queues of ${entriesPerQueue} entries, one of which can never be sent`, {
    'good entries sent once': countTrue(areSentOnce),
    'poisoned ones shown': countTrue(visible),
    'parked again after a repeat': countTrue(repeated),
    deleted: countTrue(deleted),
  })
  const listTrue = (count: number) => Array.from({ length: count }, () => true)
  expect(areSentOnce).toEqual(listTrue(queueCount * (entriesPerQueue - 1)))
  for (const outcomes of [visible, repeated, deleted]) expect(outcomes).toEqual(listTrue(queueCount))
}, 120_000)
