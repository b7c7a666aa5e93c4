import { afterAll, expect, it, vi } from 'vitest'

const { kvStore, flush } = vi.hoisted(() => {
  // mocks do not reach modules that were imported before
  vi.resetModules()
  return { kvStore: new Map<string, string>(), flush: vi.fn(async () => {}) }
})
// device storage and sending need a browser
vi.mock('../src/lib/memory/index.ts', () => ({
  kvStore: {
    get: async (key: string) => kvStore.get(key),
    put: async (key: string, value: string) => void kvStore.set(key, value),
  },
}))
vi.mock('../src/app/outbox.ts', () => ({ queue: { flush, entries: async () => [] } }))
vi.mock('../src/app/actions.ts', () => ({ actions: { find: () => undefined } }))

import { apiConfig, configureApi } from '../src/lib/api-client.ts'
import { storeApiConfig } from '../src/lib/worker-api-config.ts'
import { sendWaiting } from './outbox.ts'

afterAll(() => {
  const mockedPaths = ['../src/lib/memory/index.ts', '../src/app/outbox.ts', '../src/app/actions.ts']
  for (const path of mockedPaths) vi.doUnmock(path)
  vi.resetModules()
})

it('sends to the service of the last page and in its language', async () => {
  configureApi({ base: 'https://api.example', language: 'en', tenant: 'northbridge' })
  await storeApiConfig()
  // as in a worker, which starts with the defaults
  configureApi({ base: '', language: 'ru', tenant: '' })
  await sendWaiting()
  expect(flush).toHaveBeenCalledWith({ now: true })
  expect(apiConfig).toMatchObject({ base: 'https://api.example', language: 'en', tenant: 'northbridge' })
})

it('sends with the defaults before a page has stored anything', async () => {
  kvStore.clear()
  configureApi({ base: '', language: 'ru', tenant: '' })
  await sendWaiting()
  expect(apiConfig).toMatchObject({ base: '', language: 'ru', tenant: '' })
})
