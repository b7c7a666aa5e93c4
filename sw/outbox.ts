import * as z from 'zod/mini'
import { actions } from '../src/app/actions.ts'
import { queue } from '../src/app/outbox.ts'
import { configureApi } from '../src/lib/api.ts'
import { identityTokenKey } from '../src/lib/identity-token-key.ts'
import { kvStore } from '../src/lib/memory/index.ts'
import { readApiConfig } from '../src/lib/worker-api-config.ts'

declare const self: ServiceWorkerGlobalScope

/** Describes the Background Sync event of browsers that support it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Reads the page's copy of its `deviceKey`, which is JSON. */
async function readDeviceKey(): Promise<string | undefined> {
  const parsedKey = z.safeParse(z.string().check(z.regex(/^"[\w-]+"$/)), await kvStore.get('deviceKey'))
  return parsedKey.success ? parsedKey.data.slice(1, -1) : undefined
}

/** Sends queued entries. @throws Error while entries remain, so that the browser retries the sync */
export async function sendWaiting(): Promise<void> {
  const readIdentityToken = async () => kvStore.get(identityTokenKey)
  configureApi({
    ...(await readApiConfig()),
    identity: { getToken: readIdentityToken, renewToken: async () => undefined },
    deviceKey: readDeviceKey,
  })
  await queue.flush({ now: true })
  const entries = await queue.entries()
  // what only a page sends waits for a page
  if (entries.some(({ parked, kind }) => !parked && !actions.find(kind)?.onlyFromPage))
    throw new Error('not all could be sent')
}

/** Sends queued entries on Background Sync, also after the last page was closed. */
export function registerOutboxSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent
    if (tag === 'outbox') (event as SyncEvent).waitUntil(sendWaiting())
  })
}
