import { useErrorText } from '../../platform/errors/index.ts'
import { Text } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Stands where something did not load, with another try. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const errorText = useErrorText()
  return (
    <div className="wrap py-9" role="alert">
      <EmptyState
        title={<Text id="events.failed.title" />}
        actions={
          <Button icon="reload" onClick={onRetry}>
            <Text id="events.failed.retry" />
          </Button>
        }
      >
        {errorText(error)}
      </EmptyState>
    </div>
  )
}
