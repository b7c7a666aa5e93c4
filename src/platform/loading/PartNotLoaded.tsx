import { Note } from '../../ui/feedback/Note.tsx'
import { useErrorText } from '../language/index.ts'
import { TryAgain } from './TryAgain.tsx'

interface Props {
  error: unknown
  onRetry: () => void
  className?: string
}

/** Replaces a part of a page that did not load, with a retry. */
export function PartNotLoaded({ error, onRetry, className }: Props) {
  const errorText = useErrorText()
  return (
    <Note tone="danger" role="alert" className={className} action={<TryAgain small onRetry={onRetry} />}>
      {errorText(error)}
    </Note>
  )
}
