import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { getOrder } from '../../../contract/orders.ts'
import { isApiError, request } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { removePendingOrder } from '../../platform/storage/index.ts'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { ProgressiveImage } from '../../ui/media/ProgressiveImage.tsx'
import { Price } from '../../ui/Price.tsx'
import { intent, watchIntent } from '../checkout/index.ts'
import { getOrderCard, type OrderCard, saveOrderToCard, updateOrderCard } from '../orders/index.ts'
import { type EndedOrderState, endedOrdersAtom, resumedOrdersAtom } from './orders-to-resume.ts'

/** Shows the orders that await payment, newest first, above all other content of the page. */
export function ResumeOrders() {
  const orders = useAtomValue(resumedOrdersAtom)
  const [endedOrders, setEndedOrders] = useAtom(endedOrdersAtom)
  const pendingIntent = useAtomValue(intent.atom)
  useEffect(() => () => setEndedOrders([]), [setEndedOrders])
  useEffect(() => {
    if (!pendingIntent) return undefined
    return watchIntent(pendingIntent, ({ orderId, card }) => updateOrderCard(orderId, card))
  }, [pendingIntent])
  const newest = orders.at(-1)
  if (!newest && !pendingIntent) return null
  return (
    <section className="wrap pb-9" aria-labelledby="resume">
      <h1 id="resume" className="display-d1 pt-5.5 lg:pt-10">
        <Text id="events.resume.title" />
      </h1>
      {pendingIntent && (
        <Note tone="warn" icon="clock" role="status" className="mt-4.5">
          <Text id="events.resume.asking" />
        </Note>
      )}
      <ul className="mt-4.5 grid gap-4 lg:grid-cols-2 lg:gap-8">
        {orders
          .toReversed()
          .slice(0, 2)
          .map((orderId) => {
            const endedOrder = endedOrders.find((each) => each.orderId === orderId)
            return (
              <li key={orderId}>
                {endedOrder ? (
                  <EndedOrder {...endedOrder} isNewest={orderId === newest} />
                ) : (
                  <PendingOrder
                    orderId={orderId}
                    isNewest={orderId === newest}
                    onEnded={(type) =>
                      setEndedOrders((before) => [
                        ...before.filter((each) => each.orderId !== orderId),
                        { orderId, type },
                      ])
                    }
                  />
                )}
              </li>
            )
          })}
      </ul>
    </section>
  )
}

interface Props {
  orderId: string
  /** The newest one has the primary button of the page. */
  isNewest: boolean
}

function PendingOrder({
  orderId,
  isNewest,
  onEnded,
}: Props & { onEnded: (type: EndedOrderState['type']) => void }) {
  const online = useOnline()
  const card = useAtomValue(getOrderCard(orderId).atom)
  const state = useOrderState(orderId)
  const notifyEnded = useEffectEvent(onEnded)
  const { requestTexts } = useLanguage()
  useEffect(() => {
    if (!state || state === 'AwaitingPayment') return
    if (state === 'Gone') {
      removePendingOrder(orderId)
      return
    }
    // its texts are not part of the initial load; if they fail to load, the order is checked again on the next visit
    requestTexts('page').then(
      () => {
        notifyEnded(state)
        removePendingOrder(orderId)
      },
      () => {},
    )
  }, [state, orderId, requestTexts])
  return (
    <OrderPlate card={card} title={<Text id="events.resume.waits" />}>
      <p className="mb-3.5 text-sm text-ink-2">
        <Text id={online ? 'events.resume.saved' : 'events.resume.offline'} />
      </p>
      <Button kind={isNewest ? 'primary' : 'action'} full href={`/order/${orderId}`}>
        <Text id="events.resume.pay" />
      </Button>
      <Button kind="ghost" full className="mt-2" href={`/order/${orderId}?pay=other`}>
        <Text id="events.resume.other" />
      </Button>
    </OrderPlate>
  )
}

/** Loads the state of an order, again when the network returns; `Gone` when the order does not exist. */
function useOrderState(orderId: string) {
  const online = useOnline()
  const loaded = useLoaded(`${orderId} ${online}`, async (signal) => {
    const order = await request(getOrder, { params: { orderId }, signal })
    saveOrderToCard(order)
    return order
  })
  const isGone = loaded.state === 'failed' && isApiError(loaded.error, 'OrderNotFound')
  return isGone ? 'Gone' : loaded.value?.state
}

/** Shows an order that was paid or canceled while the runner was away. */
function EndedOrder({ orderId, type, isNewest }: EndedOrderState & Props) {
  const card = useAtomValue(getOrderCard(orderId).atom)
  const isPaid = type === 'Completed'
  return (
    <OrderPlate card={card} title={<Text id={isPaid ? 'orders.resume.paid' : 'orders.resume.canceled'} />}>
      <p className="mb-3.5 text-sm text-ink-2" role="status">
        <Text id={isPaid ? 'orders.resume.paidText' : 'orders.resume.canceledText'} />
      </p>
      <Button kind={isNewest && isPaid ? 'primary' : 'action'} full href={`/order/${orderId}`}>
        <Text id={isPaid ? 'orders.resume.open' : 'orders.resume.openCanceled'} />
      </Button>
    </OrderPlate>
  )
}

/** Renders the plate with a thick frame: sum, number and pictures as last known. */
function OrderPlate({ card, title, children }: { card: OrderCard; title: ReactNode; children: ReactNode }) {
  const text = useText()
  const { language } = useLanguage()
  const sum = card.total && formatMoney(card.total, language, 'exact')
  return (
    <article className="rounded-sheet border-3 border-ink">
      <div className="flex flex-wrap items-start justify-between gap-3.5 px-4.5 pt-4.5">
        <div className="w-min grow">
          <h2 className="title">{title}</h2>
          {sum && (
            <p className="display mt-2.5 text-[min(50px,11vw)]">
              <Price amount={sum.whole} sign={sum.currency} signFirst={sum.text.startsWith(sum.currency)} />
            </p>
          )}
        </div>
        {card.number && (
          <BibNumber
            className="w-27 flex-none outline-2 -outline-offset-2 outline-on-paper"
            caption={text('events.resume.order')}
            number={card.number}
          />
        )}
      </div>
      <OrderPictures thumbs={card.thumbs ?? []} />
      <div className="px-4.5 pt-3.5 pb-4.5">{children}</div>
    </article>
  )
}

const maxPictures = 4

function OrderPictures({ thumbs }: { thumbs: NonNullable<OrderCard['thumbs']> }) {
  if (thumbs.length === 0) return null
  return (
    <div className="mt-3.5 grid grid-cols-4 gap-1 px-4.5" aria-hidden="true">
      {thumbs.slice(0, maxPictures).map((thumb) => (
        <div key={thumb.url} className="pf-tile aspect-[6/5]">
          <ProgressiveImage
            src={thumb.url}
            width={thumb.width}
            height={thumb.height}
            placeholder={thumb.placeholder}
            alt=""
            className="object-[50%_20%]"
          />
        </div>
      ))}
    </div>
  )
}
