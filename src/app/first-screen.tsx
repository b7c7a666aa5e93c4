import { getDefaultStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import type { FirstScreenRequest, RenderFirstScreen } from '../../contract/first-screen.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginFirstScreen } from '../lib/first-screen.ts'
import type { Catalogue } from '../platform/language/index.ts'
import { keepCode } from '../platform/loading/index.ts'
import { chromeAtom } from '../platform/navigation/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'
import { loadStartTexts, startTexts } from './load-texts.ts'
import { Root } from './Root.tsx'
import { findRoute } from './routes.tsx'

/** How React marks a part that it leaves to the browser. */
const leftOut = '<!--$!-->'
/** How long parts whose code is not there yet are waited for, each time. */
const pausesInMs = [0, 10, 100]

/** The app's first screen of an address, for the server. */
export const renderFirstScreen: RenderFirstScreen = async (request) => {
  const found = findRoute(request.path)
  if (!found || found.route.shown?.(request.settings) === false) return undefined
  const { load } = found.route
  keepCode(load, await load())
  const catalogue = await loadStartTexts(found.route, request.language)
  let drawn = renderNow(request, catalogue, {})
  // drawn again with what the page has said of its surroundings, and with parts whose code is there by then
  for (const pauseInMs of pausesInMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    drawn = renderNow(request, catalogue, drawn.chrome)
    if (!drawn.html.includes(leftOut)) break
  }
  return drawn
}

/** Nothing waits in here, so that one page's state is not another's. */
function renderNow(request: FirstScreenRequest, catalogue: Catalogue, chrome: FirstScreenRequest['chrome']) {
  const { settings, language, path } = request
  const level = startTexts(findRoute(path)?.route)
  const store = getDefaultStore()
  // as much of a browser as is asked while drawing
  Object.assign(globalThis, {
    isSecureContext: true,
    document: { cookie: '' },
  })
  beginFirstScreen(request)
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
