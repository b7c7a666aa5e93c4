// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PushTopic } from '../../../contract/push.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { endSearch, readSearchToken } from '../../platform/search-token/index.ts'
import { getEventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { NotificationOffer } from './NotificationOffer.tsx'
import { subscribedTopics } from './subscribe.ts'

const toJSON = () => ({
  endpoint: 'https://fcm.googleapis.com/send/1',
  keys: { p256dh: 'key', auth: 'secret' },
})

/** Stubs a browser with web push, and the answer to the permission prompt. */
function stubBrowser(answer: NotificationPermission) {
  const notification = { permission: 'default', requestPermission: vi.fn() }
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = answer
    return answer
  })
  const pushManager = { getSubscription: async () => null, subscribe: vi.fn(async () => ({ toJSON })) }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) }, onLine: true })
  const requests: { url: string; body: unknown }[] = []
  const authorizations: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string, init: { body?: string; headers: HeadersInit }) => {
    authorizations.push(new Headers(init.headers).get('authorization'))
    requests.push({ url, body: init.body === undefined ? undefined : JSON.parse(init.body) })
    const isKey = url.endsWith('/key')
    const responseBody = isKey ? { publicKey: 'BAAA' } : { subscriptionId: 's1' }
    return new Response(JSON.stringify(responseBody), {
      status: isKey ? 200 : 201,
      headers: { 'content-type': 'application/json', [tenantHeader]: 'photofinish' },
    })
  })
  return { notification, pushManager, requests, authorizations }
}

const catalogue = await loadCatalogue('en')

const renderOffer = (topic: PushTopic = { orderId: 'o1' }, search?: LastSearch) =>
  render(
    <Provider store={createStore()}>
      <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
        <NotificationOffer topic={topic} search={search} />
      </LanguageProvider>
    </Provider>,
  )

function storeAnsweredSearch(number: string): void {
  const { last, token } = getEventSearch('e')
  last.write({ by: 'number', number })
  token.write({
    token: `token of ${number}`,
    expiresOn: '2036-01-01T00:00:00.000Z',
    total: 3,
    subject: { kind: 'competitor', label: number },
  })
}

afterEach(() => {
  cleanup()
  endSearch('e')
  subscribedTopics.remove()
  vi.unstubAllGlobals()
})

it('asks for permission only after a tap, then subscribes and announces it', async () => {
  const { notification, pushManager, requests } = stubBrowser('granted')
  renderOffer()
  expect(notification.requestPermission).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Tell me when it is ready' }))
  expect((await screen.findByRole('status')).textContent).toContain('will be notified')
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
  expect(requests.at(-1)?.body).toEqual({ subscription: toJSON(), topics: [{ orderId: 'o1' }] })
})

it('is about one runner of an event: another one is offered again, and replaces the first', async () => {
  const { notification } = stubBrowser('granted')
  notification.permission = 'granted'
  const toStoredTopic = (number: string) => `e ${JSON.stringify({ by: 'number', number })}`
  subscribedTopics.write([toStoredTopic('128'), 'o1'])
  renderOffer({ eventId: 'e' }, { by: 'number', number: '128' })
  expect(screen.getByRole('status').textContent).toContain('will be notified')
  cleanup()
  storeAnsweredSearch('341')
  renderOffer({ eventId: 'e' }, { by: 'number', number: '341' })
  fireEvent.click(screen.getByRole('button'))
  expect((await screen.findByRole('status')).textContent).toContain('will be notified')
  expect(subscribedTopics.read()).toEqual([toStoredTopic('341'), 'o1'])
})

it('is about the runner whose photos the page shows after another tab has searched for another', async () => {
  const { notification, authorizations } = stubBrowser('granted')
  notification.permission = 'granted'
  storeAnsweredSearch('128')
  renderOffer({ eventId: 'e' }, { by: 'number', number: '128' })
  // the page has shown the results of 128
  readSearchToken('e', { by: 'number', number: '128' })
  storeAnsweredSearch('341')
  fireEvent.click(screen.getByRole('button'))
  expect((await screen.findByRole('status')).textContent).toContain('will be notified')
  expect(authorizations.at(-1)).toBe('Bearer token of 128')
})

it('offers nothing after the user declined', async () => {
  const { requests } = stubBrowser('denied')
  const { container } = renderOffer()
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(container.textContent).toBe(''))
  expect(requests).toEqual([])
})

it('shows nothing where the browser has no push notifications', () => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(renderOffer().container.textContent).toBe('')
})

const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  maxTouchPoints: 5,
  onLine: true,
}

it('says in a tab of Safari on iOS that notifications need the installed app', () => {
  vi.stubGlobal('navigator', iPhone)
  const { container } = renderOffer()
  expect(container.textContent).toContain('Install the app to get notifications')
  expect(container.textContent).toContain('Add to Home Screen')
  expect(screen.queryByRole('button')).toBeNull()
})

it('asks in the app installed from Safari', () => {
  stubBrowser('granted')
  vi.stubGlobal('navigator', { ...iPhone, standalone: true, serviceWorker: {} })
  expect(renderOffer().container.textContent).toBe('Tell me when it is ready')
})
