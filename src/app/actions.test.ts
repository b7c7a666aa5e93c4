import { readdirSync } from 'node:fs'
import { set } from 'idb-keyval'
import { expect, test, vi } from 'vitest'
import { languages } from '../../contract/language/languages.ts'
import { requestKinds } from '../../contract/requests.ts'
import { readMessages } from '../../scripts/build/messages.ts'
import { chooseTextLevels } from '../../scripts/build/text-levels.ts'
import { installFakeDatabase } from '../../tests/fake-database.ts'
import released from '../../tests/fixtures/released/outbox.json' with { type: 'json' }
import { records } from '../lib/memory/database.ts'
import { createOutbox } from '../lib/outbox/create-outbox.ts'
import { registerActions } from '../lib/outbox/register-actions.ts'
import type { ActionBodies, SenderContext, UncheckedEntry } from '../lib/outbox/types.ts'
import { actions } from './actions.ts'

installFakeDatabase()

const searchCredentials = { eventId: 'e', token: 't', tokenRequest: { number: '128' } }
const addition = { cartId: 'c', eventId: 'e', items: [{ productId: 'p' }] }

/** Bodies of the actions whose label depends on the body: one for each of their texts. */
const labelSamples: { [Kind in keyof ActionBodies]?: ActionBodies[Kind][] } = {
  'cart.add': [
    { ...addition, shown: [{ title: 'Photo', productType: 'photo' }] },
    { ...addition, items: [{ productId: 'p' }, { productId: 'q' }] },
  ],
  'cart.remove': [{ cartId: 'c', itemIds: ['i'] }],
  'cart.promo': [{ cartId: 'c', code: 'RUN' }],
  itsMe: [true, false].map((itIsMe) => ({ photoId: 'p', itIsMe, searchCredentials })),
  request: requestKinds.map((kind) => ({ kind, fields: {} })),
}

/** Returns the labels of each action, by kind. */
const listLabels = () => {
  const samples = new Map<string, readonly unknown[]>(Object.entries(labelSamples))
  return actions.all.map((action) => ({
    kind: action.kind,
    labels: (samples.get(action.kind) ?? [undefined]).map((body) => action.describe(body)),
  }))
}

test.each(languages)('every action has a label in %s, which any page has loaded', (language) => {
  const texts = readMessages('.', language)
  const levels = chooseTextLevels('.', [...texts.keys()])
  for (const { kind, labels } of listLabels())
    for (const label of labels) {
      expect(label, `the label of ${kind}; one that depends on the body needs a sample above`).toBeDefined()
      expect(texts.has(label?.textId ?? ''), `${label?.textId} of ${kind} in ${language}`).toBe(true)
      expect(levels.get(label?.textId ?? ''), label?.textId).toBe('page')
    }
})

test('every label of a queued action is used', () => {
  const used = listLabels().flatMap(({ labels }) => labels.map((label) => label?.textId))
  const written = [...readMessages('.', 'en').keys()].filter((id) => /^\w+\.queued\./.test(id))
  expect(new Set(used)).toEqual(new Set(written))
})

test('every sync.ts of a feature is registered', async () => {
  const files = readdirSync('src/features').filter((feature) =>
    readdirSync(`src/features/${feature}`).includes('sync.ts'),
  )
  expect(files.length).toBeGreaterThan(0)
  for (const feature of files) {
    const exported: object = await import(`../features/${feature}/sync.ts`)
    for (const action of Object.values(exported).flat()) expect(actions.all, feature).toContain(action)
  }
})

test('a kind that is registered twice is refused', () => {
  const [first] = actions.all
  if (!first) throw new Error('no action is registered')
  expect(() => registerActions([first, first])).toThrow(`the kind ${first.kind}`)
})

test('kinds never change, since released devices have stored them', () => {
  const kinds = actions.all.map(({ kind }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining([
      ...['selfie', 'selfie.forget', 'cart.add', 'cart.remove', 'cart.promo', 'cart.customer', 'checkout'],
      ...['itsMe', 'order.letter', 'order.email', 'push.renew', 'alert.set', 'alert.cancel', 'request'],
    ]),
  )
})

test('entries of the first release are read by their actions, and sent', async () => {
  for (const entry of released) await set(`outbox/${entry.id}`, { version: 1, value: entry }, records)
  const sent: UncheckedEntry[] = []
  const recorders = actions.all.map((action) => ({
    ...action,
    send: async (entry: UncheckedEntry, _context: SenderContext) => {
      expect(action.isBody(entry.body), entry.id).toBe(true)
      sent.push(entry)
    },
  }))
  const queue = createOutbox(registerActions(recorders))
  expect(await queue.entries()).toMatchObject([
    { id: 'add', body: { searchCredentials: { eventId: 'e', token: 't', tokenRequest: { number: '128' } } } },
    { id: 'remove', body: { targets: [{ productId: 'p', photoId: '1' }] } },
    { id: 'refused', parked: { code: 'RequestInvalid', since: 2 } },
  ])
  await queue.flush()
  expect(sent.map(({ id }) => id)).toEqual(['add', 'remove'])
})

test.each(released.filter(({ body }) => body !== null))(
  'the body of $id is stored with the names of the first release',
  ({ kind, body }) => {
    const action = actions.find(kind)
    expect(action?.toStored(action.fromStored(body))).toEqual(body)
  },
)

test('what this device has to delete at the service is listed from its storage', async () => {
  const texts = new Map([
    ['alert.e', '{"alertId":"a1","number":"7"}'],
    ['alert.broken', '{'],
    ['search.e.selfieId', 's1'],
    ['search.e.last', '{"by":"face","selfieId":"s2","personId":"p"}'],
    ['search.f.last', '{"by":"number","number":"7"}'],
  ])
  const bodies = vi.fn()
  for (const action of actions.all) {
    const requests = await action.listBeforeWipe({
      keys: () => [...texts.keys()],
      get: (key) => texts.get(key) ?? null,
    })
    if (requests.length > 0) bodies(action.kind, requests.length)
  }
  expect(bodies.mock.calls).toEqual([
    ['alert.cancel', 1],
    ['selfie.forget', 2],
  ])
})
