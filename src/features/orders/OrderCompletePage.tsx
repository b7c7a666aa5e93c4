import { isApiError } from '../../lib/api.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { usePath, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/EmptyScreen.tsx'
import { NotOpened, OrderSkeleton } from './NotOpened.tsx'
import { Order } from './Order.tsx'
import { useReturn } from './use-return.ts'

/** Renders `/order-complete` and `/order-failed`, the bank's return addresses. Only the order itself determines the outcome. */
export function OrderCompletePage() {
  const failed = usePath() === '/order-failed'
  const came = useReturn()
  switch (came.type) {
    case 'known':
      return <Order key={came.orderId} orderId={came.orderId} returned={!failed} />
    case 'asking':
      return <OrderSkeleton />
    case 'failed':
      if (isApiError(came.error, 'ReturnSpent')) return <NoOrder error={came.error} />
      return <NotOpened error={came.error} onRetry={came.retry} />
    default:
      return <NoOrder />
  }
}

/** Explains where else the order can be opened. Reveals nothing about the order. */
function NoOrder({ error }: { error?: unknown }) {
  const text = useText()
  const errorText = useErrorText()
  useTitle(text('orders.none.title'))
  return (
    <EmptyScreen
      role={error === undefined ? undefined : 'alert'}
      title={<Text id="orders.none.title" />}
      actions={
        <Button kind="primary" href="/">
          <Text id="orders.toHome" />
        </Button>
      }
    >
      {error === undefined ? <Text id="orders.none.text" /> : errorText(error)}
    </EmptyScreen>
  )
}
