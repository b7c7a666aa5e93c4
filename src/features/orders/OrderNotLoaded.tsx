import { isApiError } from '../../lib/api.ts'
import { Text, useErrorText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { NoAccess } from './letter/NoAccess.tsx'

interface Props {
  error: unknown
  onRetry: () => void
  /** Identifies the order; absent while a return from the bank is not resolved to one. */
  orderId?: string
}

/** Replaces an order that could not be loaded. Offers a retry where one may help. */
export function OrderNotLoaded({ error, onRetry, orderId }: Props) {
  const errorText = useErrorText()
  const isNotFound = isApiError(error, 'OrderNotFound', 'PreorderNotFound', 'NotFound')
  if (isNotFound && orderId !== undefined) return <NoAccess orderId={orderId} />
  return (
    <EmptyScreen
      role="alert"
      title={<Text id={isNotFound ? 'orders.notFound.title' : 'orders.failed.title'} />}
      actions={
        isNotFound ? (
          <Button kind="primary" href="/">
            <Text id="orders.toHome" />
          </Button>
        ) : (
          <Button kind="primary" onClick={onRetry}>
            <Text id="orders.retry" />
          </Button>
        )
      }
    >
      {errorText(error)}
    </EmptyScreen>
  )
}

/** Renders a placeholder of an order while it is loading. */
export function OrderSkeleton() {
  return (
    <div className="wrap pt-6 lg:pt-11" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="orders.loading" />
      </p>
      <Skeleton height={64} className="w-full max-w-120" />
      <Skeleton text width={220} className="mt-6" />
      <Skeleton height={76} className="mt-4 w-full rounded-control" />
      <Skeleton height={76} className="mt-2 w-full rounded-control" />
    </div>
  )
}
