import { PushMessage } from '../contract/push.ts'

declare const self: ServiceWorkerGlobalScope

/** Path of the app icon. The server answers with the tenant's own icon, if there is one. */
const icon = '/icon-192.png'

/** Shows push messages about orders and events, and opens their page on click. */
export function registerPushHandlers(): void {
  self.addEventListener('push', (event) => {
    const message = PushMessage.safeParse(parseJson(event.data))
    // browsers require a notification for each message; only messages of the service can be decrypted
    if (message.success) event.waitUntil(showNotification(message.data))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const path: unknown = event.notification.data
    event.waitUntil(openPage(typeof path === 'string' ? path : '/'))
  })
}

function parseJson(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

function showNotification({ title, body, path, tag, language }: PushMessage): Promise<void> {
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    data: path,
    icon,
    badge: icon,
  })
}

/** Focuses the page that already shows it, or one of the app's pages, or opens a new one. */
async function openPage(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window' })
  const openClient = pages.find(({ url }) => url === href)
  if (openClient) await openClient.focus()
  else await self.clients.openWindow(href)
}
