import { RefundRefused, refundInvoice } from '../../features/invoices/index.ts'
import { findOrder, findOrderByNumber, type OrderRow } from '../../features/orders/index.ts'
import type { Context } from '../../platform/context.ts'
import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'

/** Refunds a buyer. */
export const refundCommand: Command = {
  name: 'refund',
  summary: 'Give back what was paid for an order, or a part of it',
  operands: ['ORDER'],
  options: {
    amount: {
      value: 'NUMBER',
      help: "in the order's currency, e.g. 350 or 99.50; all that is left when absent",
    },
    note: { value: 'TEXT', help: 'why; kept with the refund' },
  },
  details: [
    'ORDER is its number or id. The bank is asked by the running server; what came of it is kept.',
    'An order whose money is all back delivers no more files.',
    'Example: refund 48213 --amount 350 --note "printed twice"',
  ],
  run: async (_dependencies, context, args) => {
    const order = await resolveOrder(context, args.operand(0))
    const requested = args.number('amount', { min: 0.01, max: 1_000_000_000 })
    const amount = requested === undefined ? undefined : Math.round(requested * 100)
    const refundId = await refundInvoice(context, order.invoiceId, {
      amount,
      note: args.text('note') ?? '',
    }).catch((error: unknown) => {
      throw error instanceof RefundRefused ? new CommandFailure(error.message, { cause: error }) : error
    })
    return { exitCode: 0, lines: [refundId], json: { refundId, orderId: order.id, number: order.number } }
  },
}

async function resolveOrder(context: Context, reference: string): Promise<OrderRow> {
  const order = (await findOrder(context, reference)) ?? (await findOrderByNumber(context, reference))
  if (!order) throw new CommandFailure(`There is no order "${reference}"`)
  return order
}
