import { useAtomValue } from 'jotai'
import { settingsAtom } from '../platform/theme/index.ts'
import { NoStart } from './NoStart.tsx'
import { Shell } from './Shell.tsx'

/** Renders the storefront, or an error screen when its settings could not be loaded. */
export function App({ onRetry }: { onRetry?: () => void }) {
  const settings = useAtomValue(settingsAtom)
  if (!settings) return <NoStart onRetry={onRetry} />
  return <Shell />
}
