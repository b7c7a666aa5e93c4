import { Button } from '../../ui/Button.tsx'
import { Text } from '../language/index.ts'

/** Renders a button that retries a failed load. */
export function TryAgain({ small, onRetry }: { small?: boolean; onRetry: () => void }) {
  return (
    <Button
      {...(small ? { icon: 'reload', size: 'sm', kind: 'outline' } : { kind: 'primary' })}
      onClick={onRetry}
    >
      <Text id="loading.retry" />
    </Button>
  )
}
