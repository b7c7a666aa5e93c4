import { useEffect, useRef, useState } from 'react'
import { type SignedInUser, useSignedIn } from '../../platform/identity/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { useOnline, useOnReconnect } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { DeviceOrders, OrderLine, OrderLineSkeleton } from '../orders/index.ts'
import { AccountHeader } from './AccountHeader.tsx'
import { cachedOrderList, fetchOrders, listDeviceOrders, listOtherOrders } from './account-orders.ts'

const pageSize = 10

/** Shows the account: its user, their orders from all devices, and this device's orders with other addresses. */
export function AccountOrders() {
  const user = useSignedIn()
  return user && <Orders key={user.subject} user={user} />
}

function Orders({ user }: { user: SignedInUser }) {
  const text = useText()
  const errorText = useErrorText()
  const online = useOnline()
  useTitle(text('orders.list.title'))
  const [ordersOnDevice] = useState(listDeviceOrders)
  const { loaded, list, shownCount, showMore } = useOrders(user.subject)
  const firstAddedLink = useRef<HTMLAnchorElement>(null)
  const count = list?.orders.length ?? 0
  useEffect(() => {
    // after “Show more” the focus moves to the first added order
    if (shownCount > pageSize && count > shownCount - pageSize) firstAddedLink.current?.focus()
  }, [count, shownCount])
  const otherOrderIds = list ? listOtherOrders(ordersOnDevice, list.orders, user) : []
  return (
    <div className="wrap narrow pt-6 pb-12 lg:pt-11">
      <h1 className="display-d1">
        <Text id="orders.list.title" />
      </h1>
      <AccountHeader user={user} />
      {loaded.state === 'failed' && (
        <Note
          tone={online ? 'danger' : 'warn'}
          icon={online ? undefined : 'no-network'}
          role="alert"
          className="mt-4"
        >
          {online ? errorText(loaded.error) : text('account.list.old')}{' '}
          {online && (
            <Button kind="ghost" size="sm" onClick={loaded.reload}>
              <Text id="orders.retry" />
            </Button>
          )}
        </Note>
      )}
      {!list && loaded.state === 'loading' && (
        <ul className="mt-6 border-b border-line">
          <OrderLineSkeleton />
          <OrderLineSkeleton />
        </ul>
      )}
      {list && list.orders.length > 0 && (
        <ul className="mt-6 border-b border-line">
          {list.orders.map((order, at) => (
            <OrderLine
              key={order.orderId}
              order={order}
              href={`/my-account/order/${order.orderId}`}
              link={at === shownCount - pageSize ? firstAddedLink : undefined}
            />
          ))}
        </ul>
      )}
      {list && list.total === 0 && (
        <p className="mt-6 text-ink-2">
          <Text
            id={user.emailVerified ? 'account.list.none' : 'account.list.unverified'}
            values={{ email: user.email ?? '' }}
          />
        </p>
      )}
      {list && list.total > list.orders.length && (
        <Button kind="sub" full className="mt-4" busy={loaded.state === 'loading'} onClick={showMore}>
          <Text id="orders.list.more" />
        </Button>
      )}
      {otherOrderIds.length > 0 && (
        <section className="mt-10">
          <h2 className="display-d3">
            <Text id="account.others.title" />
          </h2>
          <p className="mt-2 mb-4 text-sm text-ink-2">
            <Text id="account.others.text" />
          </p>
          <DeviceOrders orderIds={otherOrderIds} basePath="/my-account/order" />
        </section>
      )}
    </div>
  )
}

/** Loads the orders: the cached list first, then the service's answer; more on request. */
function useOrders(subject: string) {
  const [shownCount, setShownCount] = useState(pageSize)
  const cachedList = cachedOrderList.read()
  const ownList = cachedList?.subject === subject ? cachedList : undefined
  const loaded = useLoaded(
    `${subject} ${shownCount}`,
    (signal) => fetchOrders(subject, shownCount, signal),
    ownList,
  )
  useOnReconnect(loaded.reload)
  return { loaded, list: loaded.value, shownCount, showMore: () => setShownCount(shownCount + pageSize) }
}
