import { afterAll, beforeEach, expect, it, vi } from 'vitest'

const { kvStore, put, sendWaiting } = vi.hoisted(() => {
  // mocks do not reach modules that were imported before
  vi.resetModules()
  return { kvStore: new Map<string, string>(), put: vi.fn(), sendWaiting: vi.fn(async () => {}) }
})
// device storage and sending need a browser
vi.mock('../src/lib/memory/index.ts', () => ({
  kvStore: {
    get: async (key: string) => kvStore.get(key),
    put: async (key: string, value: string) => void kvStore.set(key, value),
  },
}))
vi.mock('../src/app/outbox.ts', () => ({ queue: { put } }))
vi.mock('./outbox.ts', () => ({ sendWaiting }))

import { readStoredSubscription, storeSubscription } from '../src/lib/push-subscription.ts'
import { registerSubscriptionRenewal } from './push-renewal.ts'

afterAll(() => {
  for (const path of ['../src/lib/memory/index.ts', '../src/app/outbox.ts', './outbox.ts']) vi.doUnmock(path)
  vi.resetModules()
})

const createKeys = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  keys: { p256dh: `key of ${name}`, auth: `secret of ${name}` },
})
const createSubscription = (name: string) => ({ toJSON: () => createKeys(name) })
const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => createSubscription('asked'))

/** Dispatches a subscription change. Resolves when the worker may become idle. */
async function dispatchChange(event: object): Promise<void> {
  let work: Promise<unknown> | undefined
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise
  }
  const listeners: ((event: object) => void)[] = []
  const registration = { pushManager: { getSubscription: async () => null, subscribe } }
  const addEventListener = (type: string, listener: (event: object) => void) => {
    expect(type).toBe('pushsubscriptionchange')
    listeners.push(listener)
  }
  vi.stubGlobal('self', { addEventListener, registration })
  registerSubscriptionRenewal()
  for (const listener of listeners) listener({ ...event, waitUntil })
  await work
}

beforeEach(async () => {
  kvStore.clear()
  vi.clearAllMocks()
  await storeSubscription(createKeys('former'), 'BAAA')
})

const createRenewalEntry = (from: string, to: string) => [
  'push.renew',
  'push',
  {
    former: { endpoint: createKeys(from).endpoint, auth: createKeys(from).keys.auth },
    subscription: createKeys(to),
  },
]

it('moves the alerts of the former subscription to the new one', async () => {
  await dispatchChange({
    oldSubscription: createSubscription('former'),
    newSubscription: createSubscription('next'),
  })
  expect(put.mock.calls).toEqual([createRenewalEntry('former', 'next')])
  expect(sendWaiting).toHaveBeenCalledOnce()
  expect((await readStoredSubscription())?.endpoint).toBe(createKeys('next').endpoint)
})

it('where the browser names neither, the former is remembered and a new one is asked for, by the same key', async () => {
  await dispatchChange({ oldSubscription: null, newSubscription: null })
  expect(put.mock.calls).toEqual([createRenewalEntry('former', 'asked')])
  const [options] = subscribe.mock.calls[0] ?? []
  expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 0, 0]) })
})

it('a browser without a subscription sends nothing', async () => {
  kvStore.clear()
  await dispatchChange({ oldSubscription: null, newSubscription: createSubscription('next') })
  await dispatchChange({ oldSubscription: null, newSubscription: null })
  expect(put).not.toHaveBeenCalled()
})

it('queues what cannot be sent now', async () => {
  sendWaiting.mockRejectedValueOnce(new Error('not all could be sent'))
  await dispatchChange({
    oldSubscription: createSubscription('former'),
    newSubscription: createSubscription('next'),
  })
  expect(put).toHaveBeenCalledOnce()
})
