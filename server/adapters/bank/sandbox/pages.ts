import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { PaymentState } from '../../../../contract/invoices.ts'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { bankStylesheet, renderBankPage } from './page.ts'
import { changePaymentState, findPayment } from './store.ts'

const Choice = z.object({ outcome: z.enum(['approve', 'decline', 'timeout']) })

const openStates: readonly PaymentState[] = ['Created', 'Pending']

/**
 * Serves the bank's pages, plain HTML that works without scripts. `timeout` leaves the payment pending and sends no
 * notification.
 */
export async function serveBankPages(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (bank) => {
    bank.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    bank.addHook('onSend', async (_request, reply) => {
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'",
        )
        .header('cache-control', 'no-store')
    })

    bank.get('/bank/sandbox.css', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(bankStylesheet),
    )

    bank.get<{ Params: { id: string } }>(
      '/bank/sandbox/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const payment = await findPayment(services.db, request.params.id)
        if (!payment) throw new Failure('PaymentNotFound')
        await changePaymentState(services.db, payment.id, ['Created'], 'Pending')
        return reply.type('text/html; charset=utf-8').send(renderBankPage(payment))
      },
    )

    bank.post<{ Params: { id: string } }>(
      '/bank/sandbox/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const payment = await findPayment(services.db, request.params.id)
        if (!payment) throw new Failure('PaymentNotFound')
        const choice = z.safeParse(Choice, request.body)
        if (!choice.success) throw new Failure('ValidationFailed')
        const { outcome } = choice.data
        if (outcome !== 'timeout') {
          await recordDecision(
            await app.getContext(request),
            payment.id,
            outcome === 'approve' ? 'Succeeded' : 'Declined',
          )
        }
        return reply.redirect(payment.order.returnUrl, 303)
      },
    )
  })
}

/** Stores the decision and enqueues its notification in one transaction. A second click has no effect. */
async function recordDecision(context: Context, paymentId: string, state: PaymentState): Promise<void> {
  await inTransaction(context, async (transaction) => {
    if (!(await changePaymentState(transaction.db, paymentId, openStates, state))) return
    await enqueue(transaction, {
      kind: 'sandbox-bank.notify',
      key: `${paymentId}:${state}`,
      payload: { paymentId },
    })
  })
}
