import type { ReactNode } from 'react'
import { isApiError } from '../../lib/api.ts'
import { Text } from '../../platform/language/index.ts'
import { TryAgain } from '../../platform/loading/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface Props {
  /** The number or surname that was typed; the address holds it, so it outlives the page. */
  word: string
  error: unknown
  onRetry: () => void
  children?: ReactNode
}

/** A search that found no network: it runs by itself when there is one. */
export function Waiting({ word, error, onRetry, children }: Props) {
  const connection = useConnection()
  const isLate = isApiError(error) && error.timedOut
  const why = connection === 'portal' ? 'portal' : isLate ? 'late' : 'offline'
  return (
    <div className="wrap py-8 lg:py-14" role="status">
      <EmptyState
        level={1}
        title={<Text id="search.waiting.title" />}
        actions={
          <>
            <TryAgain onRetry={onRetry} />
            {children}
          </>
        }
      >
        <Text id={`search.waiting.${why}`} values={{ word }} />
      </EmptyState>
    </div>
  )
}
