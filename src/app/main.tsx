import { getDefaultStore } from 'jotai'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import type { Language, languages } from '../../contract/common.ts'
import { type LanguageFacts, startLanguage } from '../../contract/start-language.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginHydration, readEmbeddedData } from '../lib/initial-data.ts'
import { startIdentity } from '../platform/identity/index.ts'
import { keepInstallPrompt } from '../platform/install/index.ts'
import { codeSettled, keepCode } from '../platform/loading/index.ts'
import { chromeAtom } from '../platform/navigation/index.ts'
import { startOutbox } from '../platform/outbox/index.ts'
import { device, deviceKey, restoreLost } from '../platform/storage/index.ts'
import { loadSettings } from '../platform/theme/index.ts'
import { loadStartTexts, startTexts } from './load-texts.ts'
import { answers, replayInteractions } from './queued-interactions.ts'
import { Root } from './Root.tsx'
import { offerReload } from './reload.ts'
import { findRoute } from './routes.tsx'
import { watchScrollPlaces } from './scroll-places.ts'
import { startLateParts } from './start-late.ts'
import '../styles/index.css'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no root')
let root: ReactRoot | undefined
const longestHydrationInMs = 3_000

/** Yields to the event loop, so that the browser handles taps and frames. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

async function start(): Promise<void> {
  const route = findRoute(location.pathname)?.route
  const first = readEmbeddedData()
  // fetches the page's code in parallel with the texts; Screen handles its failure
  const code = route?.load().catch(() => undefined)
  // returning visitors have local state, and SSR renders for new ones: skip hydration
  const isNew = first && !root && !('known' in document.documentElement.dataset)
  if (!isNew) container?.replaceChildren()
  delete document.documentElement.dataset.known
  const [settings] = await Promise.all([loadSettings().catch(() => null), restoreLost()])
  const language = languageFor(settings ?? unknownTenant)
  configureApi({ language, deviceKey })
  startIdentity()
  const [catalogue, Page] = await Promise.all([
    loadStartTexts(route, language),
    // the page itself has to replace the SSR content, not its skeleton
    isNew && code,
  ])
  if (route && Page) keepCode(route.load, Page)
  const app = (
    <StrictMode>
      <Root
        start={{ language, catalogue, level: startTexts(route) }}
        languages={settings?.languages ?? [language]}
        onRetry={settings ? undefined : () => void start()}
      />
    </StrictMode>
  )
  letPicturesCome()
  // this task has evaluated the code of the page
  await nextTask()
  // `startTransition` keeps hydration interruptible
  startTransition(() => {
    if (isNew && Page && language === first.language) {
      beginHydration(first)
      getDefaultStore().set(chromeAtom, { ...first.chrome })
      root = hydrateRoot(container as HTMLElement, app)
    } else {
      root ??= createRoot(container as HTMLElement)
      root.render(app)
    }
  })
  // fallback: the page usually calls it earlier, when it mounts
  setTimeout(replayInteractions, longestHydrationInMs)
}

/** Allows the pictures of photo walls to load: the code is loaded, and hydration does not use the network. */
function letPicturesCome(): void {
  delete document.documentElement.dataset.code
}

/** Settings used while the tenant is not known. */
const unknownTenant = {
  lang: 'ru',
  languages: ['ru', 'en', 'es'] satisfies [...typeof languages],
  photofinishUSA: false,
  currencyId: 643,
} satisfies LanguageFacts['settings']

function languageFor(settings: LanguageFacts['settings']): Language {
  return startLanguage({ settings, saved: device.appLanguage.read(), browser: navigator.language })
}

// the event fires once, possibly soon
keepInstallPrompt()
// the evaluation of this file was a long task already
void nextTask()
  .then(() => {
    watchScrollPlaces()
    return start()
  })
  // running or loading this code earlier would delay the first tap
  .then(() => answers)
  .then(codeSettled)
  .then(() => {
    startLateParts()
    startOutbox()
  })
  .catch((error: unknown) => {
    letPicturesCome()
    offerReload(container)
    replayInteractions()
    // left unhandled, so that browsers report it
    throw error
  })
