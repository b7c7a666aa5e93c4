import type { CurrencyId, Language } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { insertOrder, insertOrderItems, type OrderItemRow, type OrderRow } from './store.ts'

export type OrderedItem = Omit<
  OrderItemRow,
  'id' | 'tenant' | 'orderId' | 'position' | 'firstCount' | 'toldCount'
>

export interface NewOrder {
  cartId: string
  invoiceId: string
  currencyId: CurrencyId
  /** Minor units. */
  totalAmount: number
  catalogId: string
  eventId: string
  albumId: string
  email: string
  /** Subject of the account that places the order. */
  owner: string | null
  /** Hash of the key of the ordering device. */
  deviceHash: string | null
  language: Language
  preorder: boolean
  /** Order that paid for this one, for a gift. */
  giftOf?: string
  /** Message of the giver, for an order with gifts and for a gift. */
  giftMessage?: string | null
  /** At current prices, which add up to the total. */
  orderedItems: readonly OrderedItem[]
}

/** Time within which an order has to be paid. */
const paymentPeriodInMs = 7 * 24 * 60 * 60_000

/** Inserts an order with its items in the checkout's transaction, and schedules the end of its waiting time. */
export async function placeOrder(context: Context, input: NewOrder): Promise<OrderRow> {
  const { orderedItems, ...order } = input
  const row = await insertOrder(context, {
    id: newId(),
    ...order,
    giftOf: order.giftOf ?? null,
    giftMessage: order.giftMessage ?? null,
    access: chooseAccess(order),
    state: 'AwaitingPayment',
    origin: context.letterOrigin,
    emailRefusedOn: null,
    createdOn: context.now,
    completedOn: null,
    withdrawnOn: null,
  })
  await insertOrderItems(
    context,
    orderedItems.map((orderedItem, position) => toOrderItem(context, row.id, orderedItem, position)),
  )
  await enqueue(context, {
    kind: 'payments.end-unpaid',
    key: row.id,
    payload: { invoiceId: row.invoiceId },
    runAt: new Date(context.now.getTime() + paymentPeriodInMs),
  })
  return row
}

/** Returns the initial access of an order. */
function chooseAccess({ deviceHash, owner }: Pick<NewOrder, 'deviceHash' | 'owner'>): OrderRow['access'] {
  if (deviceHash !== null) return 'Unclaimed'
  return owner === null ? 'Open' : 'Closed'
}

function toOrderItem(
  context: Context,
  orderId: string,
  orderedItem: OrderedItem,
  position: number,
): OrderItemRow {
  return {
    id: newId(),
    tenant: context.tenant.name,
    orderId,
    position,
    ...orderedItem,
    firstCount: null,
    toldCount: 0,
  }
}
