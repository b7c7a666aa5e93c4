import { afterEach, expect, test, vi } from 'vitest'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import { registerTestActions, type SendNote } from '../../../tests/support/data/test-actions.ts'
import { createOutbox } from './create-outbox.ts'
import { isVolatile } from './store.ts'
import type { StoredEntry } from './stored-entry.ts'

installFakeDatabase()

const createTestQueue = (send: SendNote) => createOutbox(registerTestActions(send))

/** Runs a transaction of another tab right before the next read-only one. */
function runBeforeNextRead(change: (records: IDBObjectStore) => void): void {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...[stores, mode, options]
  ) {
    spy.mockRestore()
    if (mode === 'readonly') change(this.transaction('records', 'readwrite').objectStore('records'))
    const transaction = this.transaction(stores, mode, options)
    if (mode !== 'readonly') runBeforeNextRead(change)
    return transaction
  })
}

afterEach(() => vi.restoreAllMocks())

test('an entry that another tab sends before it is read back is stored, and not sent again', async () => {
  const sent: string[] = []
  const queue = createTestQueue(async ({ id }) => {
    sent.push(id)
  })
  runBeforeNextRead((records) => {
    const idbRequest = records.get('outbox/one')
    idbRequest.addEventListener('success', () => {
      const { version, value } = idbRequest.result as { version: number; value: StoredEntry }
      records.put({ version, value: { ...value, tries: 1, outcome: { is: 'done' } } }, 'outbox/one')
    })
  })
  await queue.put('note', 'forms', { name: 'Anna' }, { id: 'one' })
  await queue.flush()
  expect(isVolatile('one')).toBe(false)
  expect(await queue.waitForOutcome('one')).toEqual({ type: 'done' })
  expect(sent).toEqual([])
})

test('an entry that the database does not return is kept in memory, and is sent', async () => {
  const sent: string[] = []
  const queue = createTestQueue(async ({ id }) => {
    sent.push(id)
  })
  runBeforeNextRead((records) => records.delete('outbox/two'))
  await queue.put('note', 'forms', { name: 'Anna' }, { id: 'two' })
  await queue.waitForOutcome('two')
  expect(sent).toEqual(['two'])
})
