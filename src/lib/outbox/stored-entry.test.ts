import { set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import released from '../../../tests/fixtures/released/outbox.json' with { type: 'json' }
import { records } from '../memory/database.ts'
import { createOutbox } from './create-outbox.ts'
import { registerActions } from './register-actions.ts'
import { fromStored, StoredEntry, toStored } from './stored-entry.ts'

installFakeDatabase()

test('entries of the first release are listed with their outcomes, also those of kinds that this build lacks', async () => {
  for (const entry of released) await set(`outbox/${entry.id}`, { version: 1, value: entry }, records)
  const queue = createOutbox(registerActions([]))
  expect(await queue.waitForOutcome('sent')).toEqual({ type: 'done', answer: { total: 3 } })
  expect(await queue.waitForOutcome('refused')).toEqual({ type: 'parked', code: 'RequestInvalid' })
  const form = released.find(({ id }) => id === 'refused')?.body
  expect(await queue.entries()).toMatchObject([
    { id: 'add', kind: 'cart.add' },
    { id: 'remove', kind: 'cart.remove' },
    { id: 'refused', parked: { code: 'RequestInvalid', since: 2 }, body: form },
  ])
})

test.each(released)('the entry $id is stored again with the same field names', (entry) => {
  const stored = StoredEntry.parse(entry)
  const { outcome, parked, ...inMemory } = fromStored(stored)
  expect(toStored({ ...inMemory, outcome, parked })).toEqual(stored)
})
