import { Text } from '../platform/language/index.ts'
import { Button } from '../ui/Button.tsx'

/** Shows the error of a first visit without a network. */
export function StartError({ onRetry }: { onRetry?: () => void }) {
  return (
    <main className="wrap py-18">
      <h1 className="display-d2">
        <Text id="app.noStart.title" />
      </h1>
      <p className="my-6">
        <Text id="app.noStart.text" />
      </p>
      <Button kind="primary" onClick={onRetry}>
        <Text id="loading.retry" />
      </Button>
    </main>
  )
}
