import type { ReactNode } from 'react'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Text, useErrorText } from '../language/index.ts'
import { TryAgain } from './TryAgain.tsx'

interface Props {
  /** Names the content that did not load; a general title when absent. */
  title?: ReactNode
  /** Heading level, 1 unless the page has another heading. */
  level?: 2
  error: unknown
  /** Absent where a retry would fail again. */
  onRetry?: (() => void) | undefined
  /** Alternative actions. */
  actions?: ReactNode
  /** Rendered below, e.g. another way to search. */
  children?: ReactNode
}

/** Replaces a page whose content did not load: shows the reason, a retry and alternatives. */
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

interface PartProps {
  error: unknown
  onRetry: () => void
  className?: string
}

/** Replaces a part of a page that did not load, with a retry. */
export function PartNotLoaded({ error, onRetry, className }: PartProps) {
  const errorText = useErrorText()
  return (
    <Note tone="danger" role="alert" className={className} action={<TryAgain small onRetry={onRetry} />}>
      {errorText(error)}
    </Note>
  )
}
