import weightsUrl from 'virtual:face-weights'
import { isFastLink } from '../../../lib/link.ts'

/**
 * Caches the weights of the face detector (about 145 KB compressed) through the service worker, so that a selfie taken
 * offline can be checked. Does nothing on a metered or slow link, or when they are cached already.
 *
 * @param signal ends the wait for a service worker that is still being installed
 */
export async function prefetchFaceModel(signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator) || !(await isControlled(signal))) return
  if (!navigator.onLine || !isFastLink() || (await caches.match(weightsUrl))) return
  await fetch(weightsUrl, { signal, priority: 'low' })
}

/** Resolves with whether a service worker controls the page: only a controlled page's requests are cached. */
function isControlled(signal: AbortSignal): Promise<boolean> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return Promise.resolve(true)
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true, signal })
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })
}
