import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ErrorCode, errorStatus } from '../../contract/errors.ts'
import { ApiError } from '../../src/lib/api-error.ts'
import { makeQueue } from '../../src/lib/outbox/make-queue.ts'
import type { Entry, EntryKind, Outbox, Sender, Senders } from '../../src/lib/outbox/types.ts'
import { withFakeDatabase } from '../fake-database.ts'
import { countTrue, report } from '../support/data/figures.ts'

const queues = 200
const entriesPerQueue = 10
const lanes = ['forms', 'cart:one', 'cart:two']

type Form = Entry<'request'>['body']

/** Errors of entries that can never be sent; `unreadable` is a body of an earlier build. */
const poisons = [
  'EventNotFound',
  'ValidationFailed',
  'RequestInvalid',
  'PhotoNotFound',
  'unreadable',
] as const

withFakeDatabase()

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 8, 12) }))
afterEach(() => vi.useRealTimers())

const readName = ({ body }: Pick<Entry, 'body'>) => (body as Form).fields.name ?? ''
const refusal = (code: ErrorCode) => new ApiError(code, errorStatus[code])

/** Creates a queue whose service always rejects poisoned entries, and fails temporarily at every third attempt. */
function createQueue(sent: string[]): Outbox {
  let attempts = 0
  const send: Sender<EntryKind> = async (entry) => {
    const name = readName(entry)
    const code = poisons.find((poison) => name === poison)
    if (code && code !== 'unreadable') throw refusal(code)
    attempts++
    if (attempts % 3 === 0) throw refusal(attempts % 2 === 0 ? 'ServiceUnavailable' : 'NoResponse')
    sent.push(entry.id)
  }
  const senders = { request: send } as unknown as Senders
  return makeQueue({ senders, maySend: () => true, onDrop: async () => {}, random: () => 0.5 })
}

/** Returns the body of an entry; one of an earlier build lacks a required field. */
const createBody = (name: string): Form =>
  name === 'unreadable' ? ({ fields: { name } } as unknown as Form) : { kind: 'support', fields: { name } }

/** Advances the clock until all remaining entries are parked. */
async function passTime(queue: Outbox): Promise<void> {
  for (let step = 0; step < 200; step++) {
    await queue.flush()
    if ((await queue.entries()).every(({ parked }) => parked)) return
    vi.setSystemTime(Date.now() + 600_000)
  }
  throw new Error('the queue does not come to an end')
}

it('an entry that can never be sent holds back no other, and can be repeated or deleted', async () => {
  const goodOnes: boolean[] = []
  const visible: boolean[] = []
  const repeated: boolean[] = []
  const deleted: boolean[] = []
  for (let round = 0; round < queues; round++) {
    const sent: string[] = []
    const queue = createQueue(sent)
    const poison = poisons[round % poisons.length] ?? 'unreadable'
    const place = round % entriesPerQueue
    const ids: string[] = []
    for (let i = 0; i < entriesPerQueue; i++) {
      const lane = lanes[(round + i) % lanes.length] ?? ''
      const { id } = await queue.put('request', lane, createBody(i === place ? poison : `good ${i}`), {
        id: `${round}-${i}`,
      })
      ids.push(id)
    }
    await passTime(queue)
    const poisoned = ids[place] ?? ''
    for (const id of ids) if (id !== poisoned) goodOnes.push(sent.filter((one) => one === id).length === 1)
    const left = await queue.entries()
    visible.push(left.length === 1 && left[0]?.id === poisoned && left[0].parked !== undefined)
    await queue.retry(poisoned)
    await passTime(queue)
    repeated.push((await queue.entries())[0]?.parked !== undefined && !sent.includes(poisoned))
    await queue.drop(poisoned)
    deleted.push((await queue.entries()).length === 0)
  }
  report(`${queues} queues of ${entriesPerQueue} entries, one of which can never be sent`, {
    'good entries sent once': countTrue(goodOnes),
    'poisoned ones shown': countTrue(visible),
    'parked again after a repeat': countTrue(repeated),
    deleted: countTrue(deleted),
  })
  const all = (count: number) => Array.from({ length: count }, () => true)
  expect(goodOnes).toEqual(all(queues * (entriesPerQueue - 1)))
  for (const outcomes of [visible, repeated, deleted]) expect(outcomes).toEqual(all(queues))
}, 120_000)
