import { getDefaultStore } from 'jotai'
import { Workbox } from 'workbox-window'
import { limitFactor } from '../../lib/timeouts.ts'
import { updateAtom } from '../updates.ts'
import { handOver } from './hand-over.ts'

const offer = (apply: () => void) => getDefaultStore().set(updateAtom, { apply })

/**
 * Registers the service worker and offers newer versions, which wait until the user applies them.
 *
 * @throws DOMException where the browser refuses service workers
 */
export async function watchVersions(): Promise<void> {
  const query = limitFactor === 1 ? '' : `?${limitFactor}`
  const worker = new Workbox(`/sw.js${query}`, { scope: '/', updateViaCache: 'none' })
  let asked = false
  worker.addEventListener('waiting', () => {
    offer(() => {
      asked = true
      // pending picture requests on a slow network would keep the old version active
      navigator.serviceWorker.controller?.postMessage({ type: 'GIVE_WAY' })
      worker.messageSkipWaiting()
    })
  })
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (asked) location.reload()
    // another tab has applied the new version: this one continues until its user reloads
    else if (isUpdate) offer(() => location.reload())
  })
  await worker.register()
  void handOver()
  // an installed app stays open for days
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') worker.update().catch(() => {})
  })
}
