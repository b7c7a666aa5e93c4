import { useAtomValue } from 'jotai'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { NotLoaded, TryAgain } from '../../platform/loading/index.ts'
import { Sum, useMoneyFormat } from '../../platform/money/index.ts'
import { useAppBar, useTitle } from '../../platform/navigation/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyScreen } from '../../ui/feedback/EmptyScreen.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Dock } from '../../ui/layout/Dock.tsx'
import { WithSidebar } from '../../ui/layout/WithSidebar.tsx'
import { listRecordIds } from './changes/journal.ts'
import { ApproximateMark } from './contents/ApproximateMark.tsx'
import { CartGroup } from './contents/CartGroup.tsx'
import { CartSkeleton } from './contents/CartSkeleton.tsx'
import { CartSum } from './contents/CartSum.tsx'
import { findEndedCodes } from './contents/EndedCodes.tsx'
import { PromoField } from './contents/PromoField.tsx'
import { refreshCart } from './refresh-cart.ts'
import { formerTotalAtom } from './state.ts'
import { groupByEvent } from './totals.ts'
import { type CartView, useCart } from './use-cart.ts'
import { useEstimate } from './use-estimate.ts'

/** Renders `/cart`. */
export function CartPage() {
  const text = useText()
  useTitle(text('cart.title'))
  const view = useCart()
  const { cart, items, loadState } = view
  const cartId = useAtomValue(device.cartId.atom)
  if (items.length > 0) return <FilledCart {...view} />
  if (loadState.state === 'failed' && !cart)
    return (
      <NotLoaded
        title={<Text id="cart.failed.title" />}
        error={loadState.error}
        onRetry={() => void refreshCart()}
      />
    )
  // an earlier page may have written to the journal only; its additions are still pending
  const hasCart = cartId !== null || listRecordIds().length > 0
  if (hasCart && !cart && loadState.state !== 'ready') return <CartSkeleton />
  return <EmptyCart />
}

function FilledCart({
  cart,
  items,
  hasUnsentChanges,
  hasRefusedItems,
  hasOffSaleItems,
  loadState,
}: CartView) {
  const text = useText()
  const online = useOnline()
  const offline = !online || loadState.state === 'failed'
  const estimate = useEstimate(cart, items)
  useAppBar({ hideFooter: true })
  const shownItems = estimate?.items ?? items
  const total = estimate?.total ?? cart?.totalAmount
  const isFree = total?.amount === 0 && !estimate
  const findBlockReason = () => {
    if (offline) return text('cart.offline.order')
    if (hasRefusedItems) return text('cart.refused.order')
    if (hasOffSaleItems) return text('cart.offSale.order')
    if (findEndedCodes(cart?.promotionalCodes ?? []).length > 0) return text('cart.promo.ended.order')
    return hasUnsentChanges || !cart ? text('cart.waits.order') : undefined
  }
  const blockReason = findBlockReason()
  const orderButtonProps = {
    href: '/order',
    disabled: blockReason !== undefined,
    reason: blockReason,
    full: true,
    kind: 'primary' as const,
  }
  return (
    <>
      <WithSidebar
        title={<Text id="cart.title" />}
        sidebar={
          <>
            <PromoField codes={cart?.promotionalCodes ?? []} offline={offline} />
            <CartSum cart={cart} estimate={estimate} />
            <div className="mt-5.5 max-lg:hidden">
              <Button {...orderButtonProps}>
                <Text id={isFree ? 'cart.orderFree' : 'cart.order'} />
              </Button>
            </div>
          </>
        }
      >
        <CartNotices
          offline={offline}
          hasRefusedItems={hasRefusedItems}
          error={loadState.state === 'failed' ? loadState.error : undefined}
        />
        {groupByEvent(shownItems).map((group) => (
          <CartGroup key={group.eventId} group={group} offline={offline} />
        ))}
      </WithSidebar>
      <Dock label={text('cart.dock')}>
        <Button {...orderButtonProps}>
          {isFree ? (
            <Text id="cart.orderFree" />
          ) : (
            <>
              <Text id="cart.orderFor" />{' '}
              {total && (
                <span>
                  {estimate && <ApproximateMark />}
                  <Sum amount={total} exact />
                </span>
              )}
            </>
          )}
        </Button>
      </Dock>
    </>
  )
}

/** Shows a notice above the list: prices have changed, or the list is cached because the device is offline. */
function CartNotices({
  offline,
  hasRefusedItems,
  error,
}: {
  offline: boolean
  hasRefusedItems: boolean
  error: unknown
}) {
  const online = useOnline()
  const errorText = useErrorText()
  const formatMoney = useMoneyFormat('exact')
  const { cart } = useCart()
  const formerTotal = useAtomValue(formerTotalAtom)
  if (offline) {
    return (
      <Note
        className="my-2"
        icon="no-network"
        role="status"
        action={online && <TryAgain small onRetry={() => void refreshCart()} />}
      >
        {online && error !== undefined ? `${errorText(error)} ` : null}
        <Text id="cart.offline" />
      </Note>
    )
  }
  if (hasRefusedItems) {
    return (
      <Note tone="warn" icon="warning" role="status" className="my-2">
        <Text id="cart.refused" />
      </Note>
    )
  }
  if (!formerTotal || !cart) return null
  return (
    <Note tone="warn" icon="tag" role="status" className="my-2">
      <Text
        id="cart.priceMoved"
        values={{ before: formatMoney(formerTotal), now: formatMoney(cart.totalAmount) }}
      />
    </Note>
  )
}

function EmptyCart() {
  return (
    <EmptyScreen
      title={<Text id="cart.empty.title" />}
      actions={
        <Button kind="primary" href="/">
          <Text id="cart.empty.find" />
        </Button>
      }
    >
      <Text id="cart.empty.text" />
    </EmptyScreen>
  )
}
