import { set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import released from '../../../tests/fixtures/released/outbox.json' with { type: 'json' }
import { records } from '../memory/database.ts'
import { createOutbox } from './create-outbox.ts'
import { fromStored, StoredEntry, toStored } from './stored-entry.ts'
import type { Entry, EntryKind, Sender, Senders } from './types.ts'

installFakeDatabase()

test('entries of the first release are listed and sent', async () => {
  for (const entry of released) await set(`outbox/${entry.id}`, { version: 1, value: entry }, records)
  const sent: Entry[] = []
  const send: Sender<EntryKind> = async (entry) => void sent.push(entry)
  const senders = { 'cart.add': send, 'cart.remove': send, request: send, itsMe: send } as unknown as Senders
  const queue = createOutbox({ senders, maySend: () => true, onDrop: async () => {} })
  expect(await queue.waitForOutcome('sent')).toEqual({ type: 'done', answer: { total: 3 } })
  expect(await queue.waitForOutcome('refused')).toEqual({ type: 'parked', code: 'RequestInvalid' })
  const form = released.find(({ id }) => id === 'refused')?.body
  expect(await queue.entries()).toMatchObject([
    { id: 'add', body: { searchCredentials: { eventId: 'e', token: 't', tokenRequest: { number: '128' } } } },
    { id: 'remove', body: { targets: [{ productId: 'p', photoId: '1' }] } },
    { id: 'refused', parked: { code: 'RequestInvalid', since: 2 }, body: form },
  ])
  await queue.flush()
  expect(sent.map(({ id }) => id)).toEqual(['add', 'remove'])
})

test.each(released)('the entry $id is stored again with the same field names', (entry) => {
  const stored = StoredEntry.parse(entry)
  const { outcome, parked, ...inMemory } = fromStored(stored)
  expect(toStored({ ...inMemory, outcome, parked })).toEqual(stored)
})
