import { Button } from '../../ui/Button.tsx'
import { Text } from '../language/index.ts'

/** Has what did not load loaded again. */
export function TryAgain({ small, onRetry }: { small?: boolean; onRetry: () => void }) {
  return (
    <Button icon="reload" {...(small && { size: 'sm', kind: 'outline' })} onClick={onRetry}>
      <Text id="loading.retry" />
    </Button>
  )
}
