import { getDefaultStore } from 'jotai'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import { chooseInitialLanguage, type LanguageSources } from '../../contract/language/initial-language.ts'
import { defaultLanguage, type Language, languages } from '../../contract/language/languages.ts'
import { configureApi } from '../lib/api-client.ts'
import { beginHydration, readEmbeddedData } from '../lib/initial-data.ts'
import { connectOutbox } from '../lib/outbox/connect.ts'
import { startIdentity } from '../platform/identity/index.ts'
import { captureInstallPrompt } from '../platform/install/index.ts'
import { cacheCode, waitForCodeLoading } from '../platform/loading/index.ts'
import { appBarAtom } from '../platform/navigation/index.ts'
import { startOutbox } from '../platform/outbox/index.ts'
import { device, getDeviceKey, restoreLost } from '../platform/storage/index.ts'
import { loadSettings } from '../platform/theme/index.ts'
import { getInitialTextLevel, loadInitialTexts } from './load-texts.ts'
import { Root } from './Root.tsx'
import { findRoute } from './routes.tsx'
import { replayInteractions, whenInteractive } from './routing/queued-interactions.ts'
import { showReloadFallback } from './routing/reload.ts'
import { watchScrollPositions } from './routing/scroll-positions.ts'
import '../styles/index.css'
import { deferredPartsAtom } from './update/updates.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no root')
let root: ReactRoot | undefined
const hydrationTimeoutInMs = 3_000

/** Yields to the event loop, so that the browser handles taps and frames. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Evaluates the preloaded code of the page, one chunk per task. The server lists each chunk after those that it imports;
 * otherwise, the import of the page would evaluate all of them in one long task.
 */
async function evaluatePreloadedCode(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]:not([fetchpriority=low])')
  for (const { href } of links) await import(/* @vite-ignore */ href)
}

async function start(): Promise<void> {
  const route = findRoute(location.pathname)?.route
  const embeddedData = readEmbeddedData()
  // fetches the page's code in parallel with the texts; Screen handles its failure
  const pageCode = evaluatePreloadedCode()
    .then(() => route?.load())
    .catch(() => undefined)
  // returning visitors have local state, and SSR renders for new ones: skip hydration
  const shouldHydrate = embeddedData && !root && !('known' in document.documentElement.dataset)
  if (!shouldHydrate) container?.replaceChildren()
  delete document.documentElement.dataset.known
  const [settings] = await Promise.all([loadSettings().catch(() => null), restoreLost()])
  const language = chooseLanguage(settings ?? fallbackSettings)
  configureApi({ language, deviceKey: getDeviceKey })
  startIdentity()
  const [catalogue, Page] = await Promise.all([
    loadInitialTexts(route, language),
    // the page itself has to replace the SSR content, not its skeleton
    shouldHydrate && pageCode,
  ])
  if (route && Page) cacheCode(route.load, Page)
  const app = (
    <StrictMode>
      <Root
        start={{ language, catalogue, level: getInitialTextLevel(route) }}
        languages={settings?.languages ?? [language]}
        onRetry={settings ? undefined : () => void start()}
      />
    </StrictMode>
  )
  allowPictures()
  // this task has evaluated the code of the page
  await yieldToEventLoop()
  // `startTransition` keeps hydration interruptible
  startTransition(() => {
    if (shouldHydrate && Page && language === embeddedData.language) {
      beginHydration(embeddedData)
      getDefaultStore().set(appBarAtom, { ...embeddedData.chrome })
      root = hydrateRoot(container as HTMLElement, app)
    } else {
      root ??= createRoot(container as HTMLElement)
      root.render(app)
    }
  })
  // fallback: the page usually calls it earlier, when it mounts
  setTimeout(replayInteractions, hydrationTimeoutInMs)
}

/** Allows the pictures of photo walls to load: the code is loaded, and hydration does not use the network. */
function allowPictures(): void {
  delete document.documentElement.dataset.code
}

/** Settings used while the tenant is not known. */
const fallbackSettings = {
  lang: defaultLanguage,
  languages: [...languages],
  photofinishUSA: false,
  currencyId: 643,
} satisfies LanguageSources['settings']

function chooseLanguage(settings: LanguageSources['settings']): Language {
  return chooseInitialLanguage({
    settings,
    savedLanguage: device.appLanguage.read(),
    browserLanguage: navigator.language,
  })
}

/** Starts the parts that the first paint does not need once the page is idle: service worker, messages, route effects. */
function startDeferredParts(): void {
  const runWhenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1_000))
  // a tap may have started loading code meanwhile
  runWhenIdle(() => void waitForCodeLoading().then(startDeferred).catch(showStartFailure))
}

async function startDeferred(): Promise<void> {
  const deferred = await import('./device/deferred.ts')
  deferred.start()
  startTransition(() => getDefaultStore().set(deferredPartsAtom, { DeferredParts: deferred.DeferredParts }))
}

/** Shows the failure note. If its code fails to load too, the rejection is unhandled, so that browsers report it. */
async function showStartFailure(error: unknown): Promise<void> {
  const { handleStartFailure: failed } = await import('./update/FailureNote.tsx')
  failed(error, startDeferred)
}

connectOutbox(async () => (await import('./outbox.ts')).queue)
// the event fires once, possibly soon
captureInstallPrompt()
// the evaluation of this file was a long task already
void yieldToEventLoop()
  .then(() => {
    watchScrollPositions()
    return start()
  })
  // running or loading this code earlier would delay the first tap
  .then(() => whenInteractive)
  // the page became interactive in a long task
  .then(yieldToEventLoop)
  .then(waitForCodeLoading)
  .then(() => {
    startDeferredParts()
    startOutbox()
  })
  .catch((error: unknown) => {
    allowPictures()
    showReloadFallback(container)
    replayInteractions()
    // left unhandled, so that browsers report it
    throw error
  })
