import { StrategyHandler } from 'workbox-strategies'
import * as z from 'zod/mini'
import { tenantHeader } from '../contract/call.ts'
import { cachedAtHeader, readCachedAt } from '../src/lib/cached-at.ts'
import type { AnswerToCache, PicturesToCache } from '../src/lib/worker-messages.ts'
import { pictureStrategy } from './photos.ts'
import { isPublicData, publicDataStrategy } from './public-data.ts'

declare const self: ServiceWorkerGlobalScope

const Message: z.ZodMiniType<AnswerToCache | PicturesToCache> = z.union([
  z.object({
    type: z.literal('CACHE_ANSWER'),
    url: z.string(),
    language: z.string(),
    tenant: z.string(),
    receivedOn: z.int(),
    body: z.string(),
  }),
  z.object({ type: z.literal('CACHE_PICTURES'), urls: z.array(z.string()) }),
])

/**
 * Caches responses that a page loaded before this worker controlled it, so that the app works offline after the first visit.
 * Causes no network traffic: answers come with the message, pictures from the HTTP cache.
 */
export function cacheResponsesOfPages(): void {
  self.addEventListener('message', (event) => {
    const message = Message.safeParse(event.data)
    if (!message.success || !(event.source instanceof Client)) return
    const { data } = message
    event.waitUntil(data.type === 'CACHE_ANSWER' ? cacheAnswer(data, event) : cachePictures(data, event))
  })
}

async function cacheAnswer(answer: AnswerToCache, event: ExtendableEvent): Promise<void> {
  const url = new URL(answer.url, self.location.origin)
  const request = new Request(url, { headers: { 'accept-language': answer.language } })
  const sameOrigin = url.origin === self.location.origin
  if (!isPublicData({ url, request, event, sameOrigin })) return
  const handler = new StrategyHandler(publicDataStrategy, { event, request })
  try {
    const cached = await handler.cacheMatch(request)
    const cachedOn = cached && readCachedAt(cached.headers)
    if (cachedOn !== undefined && cachedOn >= answer.receivedOn) return
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      [tenantHeader]: answer.tenant,
      [cachedAtHeader]: String(answer.receivedOn),
    }
    await handler.cachePut(request, new Response(answer.body, { headers }))
  } finally {
    handler.destroy()
  }
}

async function cachePictures({ urls }: PicturesToCache, event: ExtendableEvent): Promise<void> {
  for (const path of urls) {
    const url = new URL(path, self.location.origin)
    if (url.origin !== self.location.origin || !url.pathname.startsWith('/media/')) continue
    // rejects instead of using the network
    const request = new Request(url, { cache: 'only-if-cached', mode: 'same-origin' })
    const [response, done] = pictureStrategy.handleAll({ event, request })
    await response.then(() => done).catch(() => {})
  }
}
