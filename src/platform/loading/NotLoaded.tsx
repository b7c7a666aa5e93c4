import type { ReactNode } from 'react'
import { EmptyScreen } from '../../ui/EmptyScreen.tsx'
import { useErrorText } from '../errors/index.ts'
import { Text } from '../language/index.ts'
import { TryAgain } from './TryAgain.tsx'

interface Props {
  /** What did not load, where there is more to say than that. */
  title?: ReactNode
  /** Heading level, 1 unless the page has a heading of its own. */
  level?: 2
  error: unknown
  /** Absent where another try would end the same. */
  onRetry?: (() => void) | undefined
  /** Other ways to go on. */
  actions?: ReactNode
  /** Stands below, e.g. another way to look for it. */
  children?: ReactNode
}

/** Stands where a page should whose content did not load: why, another try, and where else to go. */
export function NotLoaded({ title, level, error, onRetry, actions, children }: Props) {
  const errorText = useErrorText()
  return (
    <EmptyScreen
      role="alert"
      title={title || <Text id="loading.failed" />}
      level={level}
      actions={
        <>
          {onRetry && <TryAgain onRetry={onRetry} />}
          {actions}
        </>
      }
      below={children}
    >
      {errorText(error)}
    </EmptyScreen>
  )
}
