import { getDefaultStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import type { SsrRender, SsrRequest } from '../../contract/ssr.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginHydration } from '../lib/initial-data.ts'
import type { Catalogue } from '../platform/language/index.ts'
import { cacheCode } from '../platform/loading/index.ts'
import { appBarAtom } from '../platform/navigation/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'
import { getInitialTextLevel, loadInitialTexts } from './load-texts.ts'
import { Root } from './Root.tsx'
import { findRoute, isRouteShown } from './routes.tsx'

/** Marker of a boundary that React renders on the client only. */
const clientOnlyMarker = '<!--$!-->'
/** Pauses before the renders, in which the code of lazy parts may load. */
const pausesInMs = [0, 10, 100]

/** Renders the SSR page of a path, on the server. */
export const renderOnServer: SsrRender = async (request) => {
  const routeMatch = findRoute(request.path)
  if (!routeMatch || !isRouteShown(routeMatch.route, request.settings)) return undefined
  const { load } = routeMatch.route
  cacheCode(load, await load())
  const catalogue = await loadInitialTexts(routeMatch.route, request.language)
  let result = renderSync(request, catalogue, {})
  // renders again with the chrome that the page has set and with the parts loaded meanwhile
  for (const pauseInMs of pausesInMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    result = renderSync(request, catalogue, result.chrome)
    if (!result.html.includes(clientOnlyMarker)) break
  }
  return result
}

/** Renders synchronously, so that the state of concurrent requests is not mixed. */
function renderSync(request: SsrRequest, catalogue: Catalogue, chrome: SsrRequest['chrome']) {
  const { settings, language, path } = request
  const level = getInitialTextLevel(findRoute(path)?.route)
  const store = getDefaultStore()
  // stubs of the browser globals that are read while rendering
  Object.assign(globalThis, {
    isSecureContext: true,
    document: { cookie: '' },
  })
  beginHydration(request)
  configureApi({ language, tenant: settings.theme })
  store.set(settingsAtom, settings)
  store.set(appBarAtom, { ...chrome })
  try {
    const html = renderToString(
      <Root start={{ language, catalogue, level }} languages={settings.languages} ssrPath={path} />,
    )
    return { html, chrome: { ...store.get(appBarAtom) } }
  } finally {
    Reflect.deleteProperty(globalThis, 'isSecureContext')
    Reflect.deleteProperty(globalThis, 'document')
    store.set(settingsAtom, null)
  }
}
