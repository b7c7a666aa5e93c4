import { getDefaultStore } from 'jotai'
import { Workbox } from 'workbox-window'
import { limitFactor } from '../../lib/timeouts.ts'
import { updateAtom } from '../update/updates.ts'
import { seedWorkerCache } from './seed-worker-cache.ts'

const offerUpdate = (apply: () => void) => getDefaultStore().set(updateAtom, { apply })

/**
 * Registers the service worker and offers newer versions, which wait until the user applies them.
 *
 * @throws DOMException where the browser refuses service workers
 */
export async function watchVersions(): Promise<void> {
  const query = limitFactor === 1 ? '' : `?${limitFactor}`
  const worker = new Workbox(`/sw.js${query}`, { scope: '/', updateViaCache: 'none' })
  let isApplying = false
  worker.addEventListener('waiting', () => {
    offerUpdate(() => {
      isApplying = true
      // pending picture requests on a slow network would keep the old version active
      navigator.serviceWorker.controller?.postMessage({ type: 'GIVE_WAY' })
      worker.messageSkipWaiting()
    })
  })
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isApplying) location.reload()
    // another tab has applied the new version: this one continues until its user reloads
    else if (isUpdate) offerUpdate(() => location.reload())
  })
  await worker.register()
  void seedWorkerCache()
  // an installed app stays open for days
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') worker.update().catch(() => {})
  })
}
