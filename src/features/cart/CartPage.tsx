import { useAtomValue } from 'jotai'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded, TryAgain } from '../../platform/loading/index.ts'
import { Sum, useSum } from '../../platform/money/index.ts'
import { useChrome, useTitle } from '../../platform/navigation/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { device } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { EmptyScreen } from '../../ui/EmptyScreen.tsx'
import { Note } from '../../ui/Note.tsx'
import { WithSidebar } from '../../ui/WithSidebar.tsx'
import { About } from './About.tsx'
import { CartGroup } from './CartGroup.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import { CartSum } from './CartSum.tsx'
import { endedCodes } from './EndedCodes.tsx'
import { recordIds } from './journal.ts'
import { refreshCart } from './open-cart.ts'
import { PromoField } from './PromoField.tsx'
import { formerTotalAtom } from './state.ts'
import { groupByEvent } from './totals.ts'
import { type CartView, useCart } from './use-cart.ts'
import { useEstimate } from './use-estimate.ts'

/** Renders `/cart`. */
export function CartPage() {
  const text = useText()
  useTitle(text('cart.title'))
  const view = useCart()
  const { cart, items, load } = view
  const cartId = useAtomValue(device.cartId.atom)
  if (items.length > 0) return <Filled {...view} />
  if (load.state === 'failed' && !cart)
    return (
      <NotLoaded
        title={<Text id="cart.failed.title" />}
        error={load.error}
        onRetry={() => void refreshCart()}
      />
    )
  // an earlier page may have written to the journal only; its additions are still pending
  const isBegun = cartId !== null || recordIds().length > 0
  if (isBegun && !cart && load.state !== 'ready') return <CartSkeleton />
  return <Empty />
}

function Filled({ cart, items, waits, refused, load }: CartView) {
  const text = useText()
  const online = useOnline()
  const offline = !online || load.state === 'failed'
  const estimate = useEstimate(cart, items)
  useChrome({ hideFooter: true })
  const shown = estimate?.items ?? items
  const total = estimate?.total ?? cart?.totalAmount
  const isFree = total?.amount === 0 && !estimate
  const reasonNot = () => {
    if (offline) return text('cart.offline.order')
    if (refused) return text('cart.refused.order')
    if (endedCodes(cart?.promotionalCodes ?? []).length > 0) return text('cart.promo.ended.order')
    return waits || !cart ? text('cart.waits.order') : undefined
  }
  const reason = reasonNot()
  const toOrder = {
    href: '/order',
    disabled: reason !== undefined,
    reason,
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
              <Button {...toOrder}>
                <Text id={isFree ? 'cart.orderFree' : 'cart.order'} />
              </Button>
            </div>
          </>
        }
      >
        <Said offline={offline} refused={refused} error={load.state === 'failed' ? load.error : undefined} />
        {groupByEvent(shown).map((group) => (
          <CartGroup key={group.eventId} group={group} offline={offline} />
        ))}
      </WithSidebar>
      <Dock label={text('cart.dock')}>
        <Button {...toOrder}>
          {isFree ? (
            <Text id="cart.orderFree" />
          ) : (
            <>
              <Text id="cart.orderFor" />{' '}
              {total && (
                <span>
                  {estimate && <About />}
                  <Sum of={total} exact />
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
function Said({ offline, refused, error }: { offline: boolean; refused: boolean; error: unknown }) {
  const online = useOnline()
  const errorText = useErrorText()
  const sum = useSum('exact')
  const { cart } = useCart()
  const former = useAtomValue(formerTotalAtom)
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
  if (refused) {
    return (
      <Note tone="warn" icon="warning" role="status" className="my-2">
        <Text id="cart.refused" />
      </Note>
    )
  }
  if (!former || !cart) return null
  return (
    <Note tone="warn" icon="tag" role="status" className="my-2">
      <Text id="cart.priceMoved" values={{ before: sum(former), now: sum(cart.totalAmount) }} />
    </Note>
  )
}

function Empty() {
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
