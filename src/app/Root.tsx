import { useAtomValue } from 'jotai'
import { Router } from 'wouter'
import type { Language } from '../../contract/common.ts'
import { LanguageProvider, type LoadedLanguage, Text } from '../platform/language/index.ts'
import { pageLocation } from '../platform/navigation/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'
import { Button } from '../ui/Button.tsx'
import { navigateOrLoad } from './routes.tsx'
import { Shell } from './shell/Shell.tsx'

interface RootProps {
  start: LoadedLanguage
  languages: readonly Language[]
  onRetry?: () => void
  /** Sets the decoded path to render, without a query. Required during SSR, where there is no `location`. */
  ssrPath?: string
}

/** Renders the whole app, in the browser and during SSR. */
export function Root({ start, languages, onRetry, ssrPath }: RootProps) {
  return (
    <Router hook={pageLocation.hook} ssrPath={ssrPath} aroundNav={navigateOrLoad}>
      <LanguageProvider start={start} languages={languages}>
        <App onRetry={onRetry} />
      </LanguageProvider>
    </Router>
  )
}

/** Renders the storefront, or an error screen when its settings could not be loaded. */
function App({ onRetry }: { onRetry?: () => void }) {
  const settings = useAtomValue(settingsAtom)
  if (!settings) return <StartError onRetry={onRetry} />
  return <Shell />
}

/** Shows the error of a first visit without a network. */
function StartError({ onRetry }: { onRetry?: () => void }) {
  return (
    <main className="wrap py-18">
      <h1 className="display-d2">
        <Text id="app.noStart.title" />
      </h1>
      <p className="my-6">
        <Text id="app.noStart.text" />
      </p>
      <Button kind="primary" onClick={onRetry}>
        <Text id="loading.retry" />
      </Button>
    </main>
  )
}
