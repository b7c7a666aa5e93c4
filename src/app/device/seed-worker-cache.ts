import { messageSW } from 'workbox-window'
import { tenantHeader } from '../../../contract/call.ts'
import { listEvents } from '../../../contract/events.ts'
import { getSettings } from '../../../contract/settings.ts'
import { loadNewestEvents } from '../../features/events/index.ts'
import { buildUrl } from '../../lib/api.ts'
import { apiConfig } from '../../lib/api-client.ts'
import { isFastLink } from '../../lib/link.ts'
import {
  consumeUncontrolledAnswers,
  isPageUncontrolled,
  type UncontrolledAnswer,
} from '../../lib/uncontrolled-answers.ts'
import type { AnswerToCache, PicturesToCache } from '../../lib/worker-messages.ts'

/**
 * Sends the responses that the page received before it was controlled to the service worker, so that the app works offline
 * after the first visit. Repeats no request. On a fast link, loads a list of events if the page has not.
 */
export async function seedWorkerCache(): Promise<void> {
  if (!isPageUncontrolled()) return
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  const send = (message: AnswerToCache | PicturesToCache) => void messageSW(active, message)
  const settings = readEmbeddedSettings()
  if (settings) send(settings)
  const eventListUrl = buildUrl(listEvents, {})
  let hasEventList = false
  consumeUncontrolledAnswers((answer) => {
    hasEventList ||= answer.sending.url.startsWith(`${eventListUrl}?`)
    // during a navigation the body can no longer be read; the next visit loads it again
    toMessage(answer).then(send, () => {})
  })
  send({ type: 'CACHE_PICTURES', urls: listLoadedPictures() })
  if (!hasEventList && isFastLink()) await loadNewestEvents().catch(() => {})
}

async function toMessage({ sending, received, receivedOn }: UncontrolledAnswer): Promise<AnswerToCache> {
  return {
    type: 'CACHE_ANSWER',
    url: sending.url,
    language: sending.headers.get('accept-language') ?? '',
    tenant: received.response.headers.get(tenantHeader) ?? '',
    receivedOn,
    body: await received.body.text(),
  }
}

/** Returns the settings embedded in the document as the response of their API call. */
function readEmbeddedSettings(): AnswerToCache | undefined {
  const body = document.getElementById('settings')?.textContent
  if (!body) return undefined
  return {
    type: 'CACHE_ANSWER',
    url: buildUrl(getSettings, {}),
    language: apiConfig.language,
    tenant: encodeURIComponent(apiConfig.tenant),
    receivedOn: Math.round(performance.timeOrigin),
    body,
  }
}

/** Returns the paths of the pictures that this page has loaded. */
function listLoadedPictures(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const pictures = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/media/'),
  )
  return [...new Set(pictures.map(({ pathname, search }) => pathname + search))]
}
