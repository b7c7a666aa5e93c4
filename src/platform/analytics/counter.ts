import { getDefaultStore } from 'jotai'
import { counter, counterOf } from '../../../contract/third-parties.ts'
import { settingsAtom } from '../theme/index.ts'
import { pushLate } from './data-layer.ts'
import { isCounted } from './private-pages.ts'

type Ym = ((...call: readonly unknown[]) => void) & { a?: unknown[][]; l?: number }

declare global {
  interface Window {
    /** The counter's own: it takes calls before its script has come. */
    ym?: Ym
  }
}

let counted: string | undefined

/**
 * Tells the tenant's counter that a page is shown. Its script is loaded with the first page that may be counted; a
 * tenant without a counter loads nothing.
 *
 * @param path of the page, without what is somebody's own in it: no number, name, cart or order
 */
export function countPage(path: string): void {
  const settings = getDefaultStore().get(settingsAtom)
  const id = settings ? counterOf(settings) : undefined
  if (!settings || id === undefined || !isCounted(path)) return
  const ym = (window.ym ??= load(id, settings.analytics.dataLayer))
  if (counted === path) return
  // the title of a page may hold a number; the referrer is a page of ours or nobody's business
  ym(id, 'hit', location.origin + path, { title: path, referer: counted ? location.origin + counted : '' })
  counted = path
}

function load(id: number, dataLayer: boolean): Ym {
  const ym: Ym = (...call) => {
    ym.a = [...(ym.a ?? []), [...call]]
  }
  ym.l = Date.now()
  ym(id, 'init', {
    // no page is counted by itself: its address would go along
    defer: true,
    trackLinks: false,
    clickmap: false,
    webvisor: false,
    accurateTrackBounce: false,
    ecommerce: dataLayer ? 'dataLayer' : false,
  })
  const script = document.createElement('script')
  script.async = true
  script.src = counter.script
  script.referrerPolicy = 'no-referrer'
  document.head.append(script)
  pushLate()
  return ym
}
