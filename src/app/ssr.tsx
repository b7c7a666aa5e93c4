import { getDefaultStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import type { SsrRender, SsrRequest } from '../../contract/ssr.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginHydration } from '../lib/initial-data.ts'
import type { Catalogue } from '../platform/language/index.ts'
import { keepCode } from '../platform/loading/index.ts'
import { chromeAtom } from '../platform/navigation/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'
import { loadStartTexts, startTexts } from './load-texts.ts'
import { Root } from './Root.tsx'
import { findRoute } from './routes.tsx'

/** Marker of a boundary that React renders on the client only. */
const leftOut = '<!--$!-->'
/** Pauses before the renders, in which the code of lazy parts may load. */
const pausesInMs = [0, 10, 100]

/** Renders the SSR page of a path, on the server. */
export const renderOnServer: SsrRender = async (request) => {
  const found = findRoute(request.path)
  if (!found || found.route.shown?.(request.settings) === false) return undefined
  const { load } = found.route
  keepCode(load, await load())
  const catalogue = await loadStartTexts(found.route, request.language)
  let drawn = renderNow(request, catalogue, {})
  // renders again with the chrome that the page has set and with the parts loaded meanwhile
  for (const pauseInMs of pausesInMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    drawn = renderNow(request, catalogue, drawn.chrome)
    if (!drawn.html.includes(leftOut)) break
  }
  return drawn
}

/** Renders synchronously, so that the state of concurrent requests is not mixed. */
function renderNow(request: SsrRequest, catalogue: Catalogue, chrome: SsrRequest['chrome']) {
  const { settings, language, path } = request
  const level = startTexts(findRoute(path)?.route)
  const store = getDefaultStore()
  // stubs of the browser globals that are read while rendering
  Object.assign(globalThis, {
    isSecureContext: true,
    document: { cookie: '' },
  })
  beginHydration(request)
  configureApi({ language, tenant: settings.theme })
  store.set(settingsAtom, settings)
  store.set(chromeAtom, { ...chrome })
  try {
    const html = renderToString(
      <Root start={{ language, catalogue, level }} languages={settings.languages} ssrPath={path} />,
    )
    return { html, chrome: { ...store.get(chromeAtom) } }
  } finally {
    Reflect.deleteProperty(globalThis, 'isSecureContext')
    Reflect.deleteProperty(globalThis, 'document')
    store.set(settingsAtom, null)
  }
}
