import type { ReactNode } from 'react'
import { isApiError } from '../../../lib/api.ts'
import { Text } from '../../../platform/language/index.ts'
import { TryAgain } from '../../../platform/loading/index.ts'
import { useConnection } from '../../../platform/offline/index.ts'
import { EmptyScreen } from '../../../ui/feedback/EmptyScreen.tsx'

interface Props {
  /** Shows the typed number or surname; it is in the URL, so it survives a reload. */
  searchText: string
  error: unknown
  onRetry: () => void
  children?: ReactNode
}

/** Shows a search without a network; it is retried automatically when there is one. */
export function WaitingForNetwork({ searchText, error, onRetry, children }: Props) {
  const connection = useConnection()
  const hasTimedOut = isApiError(error) && error.timedOut
  const reason = connection === 'portal' ? 'portal' : hasTimedOut ? 'late' : 'offline'
  return (
    <div role="status">
      <EmptyScreen
        title={<Text id="search.waiting.title" />}
        actions={
          <>
            <TryAgain onRetry={onRetry} />
            {children}
          </>
        }
      >
        <Text id={`search.waiting.${reason}`} values={{ word: searchText }} />
      </EmptyScreen>
    </div>
  )
}
