import { useAtomValue } from 'jotai'
import { settingsAtom } from '../platform/theme/index.ts'
import { NoStart } from './NoStart.tsx'
import { Shell } from './Shell.tsx'

/** The storefront, or what is said when not even its settings could be had. */
export function App({ onRetry }: { onRetry?: () => void }) {
  const settings = useAtomValue(settingsAtom)
  if (!settings) return <NoStart onRetry={onRetry} />
  return <Shell />
}
