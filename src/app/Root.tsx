import { Router } from 'wouter'
import type { Language } from '../../contract/common.ts'
import { LanguageProvider, type LoadedLanguage } from '../platform/language/index.ts'
import { App } from './App.tsx'
import { navigateOrLoad } from './routes.tsx'

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
    <Router ssrPath={ssrPath} aroundNav={navigateOrLoad}>
      <LanguageProvider start={start} languages={languages}>
        <App onRetry={onRetry} />
      </LanguageProvider>
    </Router>
  )
}
