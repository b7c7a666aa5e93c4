import { getDefaultStore } from 'jotai'
import { renderToString } from 'react-dom/server'
import type { FirstScreenRequest, RenderFirstScreen } from '../../contract/first-screen.ts'
import { configureApi } from '../lib/api-client.ts'
import { setFirstScreen } from '../platform/first-screen/index.ts'
import { type Catalogue, loadCatalogue, loadFirstTexts } from '../platform/language/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'
import { Root } from './Root.tsx'
import { findRoute } from './routes.tsx'
import { keepPage } from './Screen.tsx'

/** How React marks a part that it leaves to the browser. */
const leftOut = '<!--$!-->'

/** The app's first screen of an address, for the server. */
export const renderFirstScreen: RenderFirstScreen = async (request) => {
  const found = findRoute(request.path)
  if (!found || found.route.shown?.(request.settings) === false) return undefined
  const { load, firstTexts } = found.route
  keepPage(load, await load())
  const catalogue = await (firstTexts ? loadFirstTexts : loadCatalogue)(request.language)
  let html = renderNow(request, catalogue, firstTexts ?? false)
  // parts whose code was not loaded yet: it is there by the next time
  for (let round = 0; round < 3 && html.includes(leftOut); round++) {
    await new Promise((resolve) => setImmediate(resolve))
    html = renderNow(request, catalogue, firstTexts ?? false)
  }
  return html
}

/** Nothing waits in here, so that one page's state is not another's. */
function renderNow(request: FirstScreenRequest, catalogue: Catalogue, partly: boolean): string {
  const { settings, language, path } = request
  const store = getDefaultStore()
  // as much of a browser as is asked while drawing
  Object.assign(globalThis, { location: { pathname: path, search: '', hash: '' }, isSecureContext: true })
  setFirstScreen(request)
  configureApi({ language, tenant: settings.theme })
  store.set(settingsAtom, settings)
  try {
    return renderToString(<Root start={{ language, catalogue, partly }} languages={settings.languages} />)
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
    Reflect.deleteProperty(globalThis, 'isSecureContext')
    store.set(settingsAtom, null)
  }
}
