import { Router } from 'wouter'
import type { Language } from '../../contract/common.ts'
import { LanguageProvider, type Spoken } from '../platform/language/index.ts'
import { App } from './App.tsx'
import { navigateOrLoad } from './routes.tsx'

interface RootProps {
  start: Spoken
  languages: readonly Language[]
  onRetry?: () => void
  /** For SSR, where there is no `location`: the decoded path to render, without a query. */
  ssrPath?: string
}

/** The whole app, in the browser and for SSR. */
export function Root({ start, languages, onRetry, ssrPath }: RootProps) {
  return (
    <Router ssrPath={ssrPath} aroundNav={navigateOrLoad}>
      <LanguageProvider start={start} languages={languages}>
        <App onRetry={onRetry} />
      </LanguageProvider>
    </Router>
  )
}
