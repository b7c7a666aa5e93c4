import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { listEvents } from '../../contract/events.ts'
import { configureApi, request } from './api.ts'
import { consumeUncontrolledAnswers } from './uncontrolled-answers.ts'

const answer = { items: [], count: 0, total: 0 }

function stubBrowser(controller: object | null): void {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller } })
  vi.stubGlobal('fetch', async () => {
    const headers = { 'content-type': 'application/json', 'photofinish-tenant': 'photofinish' }
    return new Response(JSON.stringify(answer), { headers })
  })
}

afterEach(() => vi.unstubAllGlobals())
afterAll(() => configureApi({ tenant: '', language: 'ru' }))

it('answers that came past the service worker are queued, then passed on; others are not', async () => {
  configureApi({ tenant: 'photofinish', language: 'es' })
  const consumed: string[] = []
  stubBrowser(null)
  await request(listEvents, { query: { count: 1 } })
  stubBrowser({})
  await request(listEvents, { query: { count: 2 } })
  consumeUncontrolledAnswers(({ sending }) =>
    consumed.push(`${sending.url} ${sending.headers.get('accept-language')}`),
  )
  const path = '/public/events/api/v1/events'
  expect(consumed).toEqual([`${path}?count=1 es`])
  stubBrowser(null)
  await request(listEvents, { query: { count: 3 } })
  expect(consumed).toEqual([`${path}?count=1 es`, `${path}?count=3 es`])
})
