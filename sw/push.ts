import { PushMessage } from '../contract/push.ts'

declare const self: ServiceWorkerGlobalScope

/** The tenant's own, where it has one. */
const icon = '/icon-192.png'

/** Shows what the service tells of an order or an event, and opens its page when it is tapped. */
export function showMessages(): void {
  self.addEventListener('push', (event) => {
    const message = PushMessage.safeParse(jsonOf(event.data))
    // a browser wants to see something shown for each message; ours are the only ones it can open
    if (message.success) event.waitUntil(show(message.data))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const path: unknown = event.notification.data
    event.waitUntil(open(typeof path === 'string' ? path : '/'))
  })
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

function show({ title, body, path, tag, language }: PushMessage): Promise<void> {
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    data: path,
    icon,
    badge: icon,
  })
}

/** The page that shows it already, or any of ours, or a new one. */
async function open(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window' })
  const shown = pages.find(({ url }) => url === href)
  if (shown) await shown.focus()
  else await self.clients.openWindow(href)
}
