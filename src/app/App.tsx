import { useAtomValue } from 'jotai'
import { settingsAtom } from '../platform/theme/index.ts'
import { StartError } from './StartError.tsx'
import { Shell } from './shell/Shell.tsx'

/** Renders the storefront, or an error screen when its settings could not be loaded. */
export function App({ onRetry }: { onRetry?: () => void }) {
  const settings = useAtomValue(settingsAtom)
  if (!settings) return <StartError onRetry={onRetry} />
  return <Shell />
}
