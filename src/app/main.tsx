import { getDefaultStore } from 'jotai'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import type { Language, languages } from '../../contract/common.ts'
import { type LanguageFacts, startLanguage } from '../../contract/start-language.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginFirstScreen, readFirstScreen } from '../lib/first-screen.ts'
import { startIdentity } from '../platform/identity/index.ts'
import { keepInstallPrompt } from '../platform/install/index.ts'
import { codeSettled, keepCode } from '../platform/loading/index.ts'
import { chromeAtom } from '../platform/navigation/index.ts'
import { startOutbox } from '../platform/outbox/index.ts'
import { device, restoreLost } from '../platform/storage/index.ts'
import { loadSettings } from '../platform/theme/index.ts'
import { answerEarly, answers } from './early.ts'
import { loadStartTexts, startTexts } from './load-texts.ts'
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

async function start(): Promise<void> {
  const route = findRoute(location.pathname)?.route
  const first = readFirstScreen()
  // the page's code is fetched beside the texts, not after them; Screen takes care of its failure
  const code = route?.load().catch(() => undefined)
  // who was here before has a device that remembers; the server made the screen for somebody new
  const isNew = first && !root && !('known' in document.documentElement.dataset)
  if (!isNew) container?.replaceChildren()
  delete document.documentElement.dataset.known
  const [settings] = await Promise.all([loadSettings().catch(() => null), restoreLost()])
  const language = languageFor(settings ?? unknownTenant)
  configureApi({ language })
  startIdentity()
  const [catalogue, Page] = await Promise.all([
    loadStartTexts(route, language),
    // what is on the screen is followed by the same, not by the bones of it
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
  // in small pieces, so that the page answers meanwhile
  startTransition(() => {
    if (isNew && Page && language === first.language) {
      beginFirstScreen(first)
      getDefaultStore().set(chromeAtom, { ...first.chrome })
      root = hydrateRoot(container as HTMLElement, app)
    } else {
      root ??= createRoot(container as HTMLElement)
      root.render(app)
    }
  })
  // the page itself says so earlier, if it comes
  setTimeout(answerEarly, longestHydrationInMs)
}

/** The code is here: pictures of walls may have the network, while the page is hydrated. */
function letPicturesCome(): void {
  delete document.documentElement.dataset.code
}

/** Before the first answer of the service nothing is known of the tenant. */
const unknownTenant = {
  lang: 'ru',
  languages: ['ru', 'en', 'es'] satisfies [...typeof languages],
  photofinishUSA: false,
  currencyId: 643,
} satisfies LanguageFacts['settings']

function languageFor(settings: LanguageFacts['settings']): Language {
  return startLanguage({ settings, saved: device.appLanguage.read(), browser: navigator.language })
}

watchScrollPlaces()
keepInstallPrompt()
void start()
  // what runs or is fetched before would delay the first tap
  .then(() => answers)
  .then(codeSettled)
  .then(() => {
    startLateParts()
    startOutbox()
  })
  .catch((error: unknown) => {
    letPicturesCome()
    offerReload(container)
    answerEarly()
    // unhandled, so that browsers report it
    throw error
  })
