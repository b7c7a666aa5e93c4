import { messageSW } from 'workbox-window'
import { tenantHeader } from '../../../contract/call.ts'
import { listEvents } from '../../../contract/events.ts'
import { getSettings } from '../../../contract/settings.ts'
import { loadNewestEvents } from '../../features/events/index.ts'
import { addressOf } from '../../lib/api.ts'
import { client } from '../../lib/api-client.ts'
import { consumeEarlyAnswers, type EarlyAnswer, isUncontrolled } from '../../lib/early-answers.ts'
import { isFastLink } from '../../lib/link.ts'
import type { AnswerToCache, PicturesToCache } from '../../lib/worker-messages.ts'

/**
 * Gives the service worker what the page loaded before it was controlled, so that the app works offline after the first
 * visit. Nothing is requested again; only a list of events that the page did not need itself is, on a fast link.
 */
export async function handOver(): Promise<void> {
  if (!isUncontrolled()) return
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  const send = (message: AnswerToCache | PicturesToCache) => void messageSW(active, message)
  const settings = embeddedSettings()
  if (settings) send(settings)
  const list = addressOf(listEvents, {})
  let hasList = false
  consumeEarlyAnswers((answer) => {
    hasList ||= answer.sending.url.startsWith(`${list}?`)
    void toMessage(answer).then(send)
  })
  send({ type: 'CACHE_PICTURES', urls: shownPictures() })
  if (!hasList && isFastLink()) await loadNewestEvents().catch(() => {})
}

async function toMessage({ sending, received, receivedOn }: EarlyAnswer): Promise<AnswerToCache> {
  return {
    type: 'CACHE_ANSWER',
    url: sending.url,
    language: sending.headers.get('accept-language') ?? '',
    tenant: received.response.headers.get(tenantHeader) ?? '',
    receivedOn,
    body: await received.body.text(),
  }
}

/** The settings that the server wrote into the document are the answer of their call. */
function embeddedSettings(): AnswerToCache | undefined {
  const body = document.getElementById('settings')?.textContent
  if (!body) return undefined
  return {
    type: 'CACHE_ANSWER',
    url: addressOf(getSettings, {}),
    language: client.language,
    tenant: encodeURIComponent(client.tenant),
    receivedOn: Math.round(performance.timeOrigin),
    body,
  }
}

/** Paths of the pictures that this page has loaded. */
function shownPictures(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const pictures = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/media/'),
  )
  return [...new Set(pictures.map(({ pathname, search }) => pathname + search))]
}
