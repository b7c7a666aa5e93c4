import { isApiError } from '../../lib/api.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { usePath, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Order } from './Order.tsx'
import { OrderNotLoaded, OrderSkeleton } from './OrderNotLoaded.tsx'
import { useBankReturn } from './payment/use-bank-return.ts'

/** Renders `/order-complete` and `/order-failed`, the bank's return addresses. Only the order itself determines the outcome. */
export function OrderCompletePage() {
  const isFailed = usePath() === '/order-failed'
  const bankReturn = useBankReturn()
  switch (bankReturn.type) {
    case 'known':
      return <Order key={bankReturn.orderId} orderId={bankReturn.orderId} hasJustReturned={!isFailed} />
    case 'asking':
      return <OrderSkeleton />
    case 'failed':
      if (isApiError(bankReturn.error, 'ReturnSpent')) return <NoOrder error={bankReturn.error} />
      return <OrderNotLoaded error={bankReturn.error} onRetry={bankReturn.retry} />
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
