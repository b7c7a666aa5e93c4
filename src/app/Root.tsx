import type { Language } from '../../contract/common.ts'
import { LanguageProvider, type Spoken } from '../platform/language/index.ts'
import { App } from './App.tsx'

/** The whole app, in the browser and on the server. */
export function Root(props: { start: Spoken; languages: readonly Language[]; onRetry?: () => void }) {
  const { start, languages, onRetry } = props
  return (
    <LanguageProvider start={start} languages={languages}>
      <App onRetry={onRetry} />
    </LanguageProvider>
  )
}
