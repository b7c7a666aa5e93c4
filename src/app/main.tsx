import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '../../contract/common.ts'
import { type LanguageFacts, startLanguage } from '../../contract/start-language.ts'
import { configureApi } from '../lib/api-client.ts'
import { startIdentity } from '../platform/identity/index.ts'
import { keepInstallPrompt } from '../platform/install/index.ts'
import { LanguageProvider, loadCatalogue, loadFirstTexts } from '../platform/language/index.ts'
import { startOutbox } from '../platform/outbox/index.ts'
import { device, restoreLost } from '../platform/storage/index.ts'
import { loadSettings } from '../platform/theme/index.ts'
import { App } from './App.tsx'
import { offerReload } from './reload.ts'
import { findRoute } from './routes.tsx'
import { watchScrollPlaces } from './scroll-places.ts'
import { startLateParts } from './start-late.ts'
import '../styles/index.css'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no root')
const root = createRoot(container)

async function start(): Promise<void> {
  const route = findRoute(location.pathname)?.route
  // the page's code is fetched beside the texts, not after them; Screen takes care of its failure
  route?.load().catch(() => {})
  const partly = route?.firstTexts ?? false
  const [settings] = await Promise.all([loadSettings().catch(() => null), restoreLost()])
  const language = languageFor(settings ?? unknownTenant)
  configureApi({ language })
  startIdentity()
  const catalogue = await (partly ? loadFirstTexts : loadCatalogue)(language)
  root.render(
    <StrictMode>
      <LanguageProvider start={{ language, catalogue, partly }} languages={settings?.languages ?? [language]}>
        <App onRetry={settings ? undefined : () => void start()} />
      </LanguageProvider>
    </StrictMode>,
  )
  document.documentElement.lang = language
}

/** Before the first answer of the service nothing is known of the tenant. */
const unknownTenant = {
  lang: 'ru',
  languages: ['ru', 'en', 'es'],
  photofinishUSA: false,
  currencyId: 643,
} satisfies LanguageFacts['settings']

function languageFor(settings: LanguageFacts['settings']): Language {
  return startLanguage({ settings, saved: device.appLanguage.read(), browser: navigator.language })
}

watchScrollPlaces()
keepInstallPrompt()
void start()
  .then(() => {
    startLateParts()
    startOutbox()
  })
  .catch(() => offerReload(container))
