import { getDefaultStore } from 'jotai'
import { findCounterId, metrikaCounter } from '../../../contract/third-parties.ts'
import { settingsAtom } from '../theme/index.ts'
import { pushStoredEntries } from './data-layer.ts'
import { isCounted } from './private-pages.ts'

type Ym = ((...call: readonly unknown[]) => void) & { a?: unknown[][]; l?: number }

declare global {
  interface Window {
    /** Queues calls to the counter until its script has loaded. */
    ym?: Ym
  }
}

/** Path of the last page that the loaded counter has received. */
let lastCountedPath: string | undefined

/**
 * Reports a page view to the tenant's counter. Loads its script with the first page that may be counted. Without a
 * counter nothing is loaded.
 *
 * @param path of the page without personal data: no number, name, cart or order
 */
export function countPage(path: string): void {
  const settings = getDefaultStore().get(settingsAtom)
  const id = settings ? findCounterId(settings) : undefined
  if (!settings || id === undefined || !isCounted(path)) return
  const ym = (window.ym ??= loadCounter(id, settings.analytics.dataLayer))
  if (lastCountedPath === path) return
  // the title of a page may contain a bib number; the referrer is a counted page of this site or empty
  ym(id, 'hit', location.origin + path, {
    title: path,
    referer: lastCountedPath ? location.origin + lastCountedPath : '',
  })
  lastCountedPath = path
}

function loadCounter(id: number, dataLayer: boolean): Ym {
  lastCountedPath = undefined
  const ym: Ym = (...call) => {
    ym.a = [...(ym.a ?? []), [...call]]
  }
  ym.l = Date.now()
  ym(id, 'init', {
    // no automatic page views: they would include the full URL
    defer: true,
    trackLinks: false,
    clickmap: false,
    webvisor: false,
    accurateTrackBounce: false,
    ecommerce: dataLayer ? 'dataLayer' : false,
  })
  const script = document.createElement('script')
  script.async = true
  script.src = metrikaCounter.script
  script.referrerPolicy = 'no-referrer'
  document.head.append(script)
  pushStoredEntries()
  return ym
}
