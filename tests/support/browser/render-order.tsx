import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { OrderState } from '../../../contract/orders.ts'
import { Order } from '../../../src/features/orders/Order.tsx'
import { renderPart } from './render-part.tsx'

export const money = { amount: 39_000, currencyId: 643 } as const
export const tenantHeaders = { [tenantHeader]: 'photofinish' }
export const respondWithJson = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...tenantHeaders } })
export const buildRefusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...tenantHeaders },
  })

export const buildOrder = (state: OrderState) => ({
  ...{ orderId: 'o1', number: '48213', state, currencyId: 643 as const, invoiceId: 'i1', totalAmount: money },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})
export const buildPayment = (state: PaymentState) => ({
  ...{ paymentId: 'p', paymentTypeId: 'card', type: 'Payment', state, amount: money },
  createdOn: '2026-11-20T10:01:00.000Z',
})

/** Returns the heading of an order's page for the given answers. All other requests fail with a network error. */
export async function renderOrderHeading(
  order: () => Response,
  payments: readonly unknown[] = [],
  items?: readonly unknown[],
  answerOther: (address: string) => Response | Promise<Response> | undefined = () => undefined,
): Promise<string | null> {
  vi.stubGlobal('fetch', async (address: string) => {
    const otherAnswer = answerOther(address)
    if (otherAnswer) return otherAnswer
    const { pathname } = new URL(address, 'http://shop')
    if (pathname.endsWith('/orders/o1')) return order()
    if (pathname.endsWith('/payments'))
      return respondWithJson({ items: payments, count: payments.length, total: payments.length })
    if (items && pathname.endsWith('/items'))
      return respondWithJson({ items, count: items.length, total: items.length })
    throw new TypeError('no network')
  })
  await renderPart(<Order orderId="o1" hasJustReturned={false} />, {
    path: '/order/o1',
    settings: { supportEmail: 'a@b.example' },
  })
  return (await screen.findByRole('heading', { level: 1 })).textContent
}
