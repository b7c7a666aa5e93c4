import { afterEach, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { errorStatus } from '../../../contract/errors.ts'
import { installFakeDatabase } from '../../../tests/fake-database.ts'
import { ApiError, isApiError } from '../api-error.ts'
import { createOutbox } from './create-outbox.ts'
import { type ActionDefinition, defineAction } from './define-action.ts'
import { registerActions } from './register-actions.ts'
import { readAllEntries } from './store.ts'

installFakeDatabase()

const Note = z.object({ text: z.string() })
type NoteDefinition = ActionDefinition<'note', z.infer<typeof Note>>

const defineNote = (properties: Partial<NoteDefinition> = {}) =>
  defineAction<'note', z.infer<typeof Note>>({
    kind: 'note',
    schema: Note,
    label: 'app.home',
    send: async () => {},
    ...properties,
  })

const createTestQueue = (properties: Partial<NoteDefinition>, isPage = true) =>
  createOutbox(registerActions([defineNote(properties)]), { isPage })

afterEach(async () => {
  const queue = createTestQueue({})
  for (const { id } of await queue.entries()) await queue.drop(id)
})

test('a queue takes the kinds and bodies of its actions only', () => {
  type TestQueue = ReturnType<typeof createTestQueue>
  expectTypeOf<Parameters<TestQueue['put']>[0]>().toEqualTypeOf<'note'>()
  expectTypeOf<Parameters<TestQueue['put']>[2]>().toEqualTypeOf<{ text: string }>()
})

test('two actions of one kind are refused', () => {
  expect(() => registerActions([defineNote(), defineNote()])).toThrow('two queued actions have the kind note')
})

test('a body that does not match the schema is not sent', async () => {
  const sent: unknown[] = []
  const note = defineNote({ send: async ({ body }) => void sent.push(body) })
  const entry = { id: 'a', kind: 'note', lane: 'l', putOn: 0, tries: 0, notBefore: 0 }
  const context = { signal: new AbortController().signal, onProgress: () => {} }
  await note.send({ ...entry, body: { text: 'a' } }, context)
  await expect(note.send({ ...entry, body: { title: 'a' } }, context)).rejects.toSatisfy((error) =>
    isApiError(error, 'ValidationFailed'),
  )
  expect(sent).toEqual([{ text: 'a' }])
})

test('a label with values needs a body that this build knows, and a constant one does not', () => {
  const named = defineNote({ label: ({ text }) => ({ textId: 'app.home', values: { name: text } }) })
  expect(named.describe({ text: 'a' })).toEqual({ textId: 'app.home', values: { name: 'a' } })
  expect(named.describe({ title: 'a' })).toBeUndefined()
  expect(defineNote().describe({ title: 'a' })).toEqual({ textId: 'app.home' })
})

test('the service worker leaves what only a page sends to a page', async () => {
  const sent: string[] = []
  const properties: Partial<NoteDefinition> = {
    onlyFromPage: true,
    send: async ({ id }) => void sent.push(id),
  }
  const worker = createTestQueue(properties, false)
  await worker.put('note', 'l', { text: 'a' }, { id: 'one' })
  await worker.flush()
  expect(sent).toEqual([])
  await createTestQueue(properties).flush()
  expect(sent).toEqual(['one'])
})

test('an action that depends on its lane fails with the code of a parked predecessor', async () => {
  const sent: string[] = []
  const refused = new ApiError('PhotoNotFound', errorStatus.PhotoNotFound)
  const queue = createOutbox(
    registerActions([
      defineAction({ kind: 'item', schema: Note, label: 'app.home', send: () => Promise.reject(refused) }),
      defineNote({ dependsOnLane: true, send: async ({ id }) => void sent.push(id) }),
    ]),
  )
  await queue.put('item', 'l', { text: 'a' }, { id: 'first' })
  await queue.put('note', 'l', { text: 'b' }, { id: 'second' })
  await queue.put('note', 'other lane', { text: 'c' }, { id: 'third' })
  await queue.flush()
  expect(await queue.waitForOutcome('second')).toEqual({ type: 'parked', code: 'PhotoNotFound' })
  expect(sent).toEqual(['third'])
})

test('an entry that is dropped deletes its data in other collections', async () => {
  const deleted: string[] = []
  const queue = createTestQueue({ onDrop: async (id) => void deleted.push(id) })
  await queue.put('note', 'l', { text: 'a' }, { id: 'dropped', afterInMs: 60_000 })
  await queue.drop('dropped')
  await queue.drop('another')
  expect(deleted).toEqual(['dropped'])
})

test('devices store a body with their own names, and the sender gets those of the code', async () => {
  const sent: unknown[] = []
  const StoredNote = z.object({ words: z.string() })
  const queue = createTestQueue({
    storedBody: {
      read: (stored) => ({ text: StoredNote.safeParse(stored).data?.words }),
      write: ({ text }) => ({ words: text }),
    },
    send: async ({ body }) => void sent.push(body),
  })
  await queue.put('note', 'l', { text: 'a' }, { id: 'renamed', afterInMs: 60_000 })
  expect((await readAllEntries()).find(({ id }) => id === 'renamed')?.body).toEqual({ words: 'a' })
  expect(await queue.entries()).toMatchObject([{ id: 'renamed', body: { text: 'a' } }])
  await queue.retry('renamed')
  expect(sent).toEqual([{ text: 'a' }])
})

test('what precedes the deletion of the data of a device is listed from its texts, and sent at once', async () => {
  const sent: unknown[] = []
  const note = defineNote({
    listBeforeWipe: async (texts) => texts.keys().map((key) => ({ text: texts.get(key) ?? '' })),
    send: async ({ body }) => void sent.push(body),
  })
  const requests = await note.listBeforeWipe({ keys: () => ['a', 'b'], get: (key) => `${key}!` })
  expect(sent).toEqual([])
  for (const send of requests) await send(new AbortController().signal)
  expect(sent).toEqual([{ text: 'a!' }, { text: 'b!' }])
})
