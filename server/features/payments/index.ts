import { createPayment, notifyPayment } from '../../../contract/invoices.ts'
import { getProviderOrder } from '../../../contract/payments.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { lastAttempt, settle } from '../invoices/index.ts'
import { askBank } from './ask-bank.ts'
import { endUnpaidOrder } from './end-unpaid.ts'
import { startPayment } from './pay.ts'
import { type Bank, NotificationForged } from './ports.ts'
import { carryOutRefund } from './refund.ts'
import { mayReturnTo } from './return-url.ts'

const notificationAtMostInBytes = 64 * 1024

/** Paying at banks: the way there, their signed notifications, and questions when these do not come. */
export function createPaymentsFeature(ground: Ground, ports: { banks: readonly Bank[] }): Feature {
  const { banks } = ports
  return {
    jobs: {
      'payments.ask-bank': (context, payload) => askBank(context, banks, payload),
      'payments.refund': (context, payload) => carryOutRefund(context, banks, payload),
      'payments.end-unpaid': (context, payload) => endUnpaidOrder(context, banks, payload),
    },
    routes: async (app) => {
      handle(app, createPayment, (context, { params, body }) => {
        if (!mayReturnTo(context, body.returnUrl)) throw new Failure('ReturnUrlNotAllowed')
        return startPayment(context, ground, banks, { invoiceId: params.invoiceId, ...body })
      })

      handle(app, getProviderOrder, async (context, { params: { invoiceNumber } }) => {
        const attempt = await lastAttempt(context, invoiceNumber)
        if (!attempt) throw new Failure('PaymentNotFound')
        const { state, amount, currencyId } = attempt
        return { invoiceNumber, state, amount: { amount, currencyId } }
      })

      await app.register(async (raw) => {
        // A signature is of bytes, so nothing may parse them first.
        raw.removeAllContentTypeParsers()
        raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        handle(
          raw,
          notifyPayment,
          async (context, { params, request }) => {
            const bank = banks.find(({ name }) => name === params.provider)
            if (!bank) throw new Failure('NotFound')
            const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
            const news = await verified(bank, bytes, request.headers, context.now)
            if (news) await settle(context, { provider: bank.name, ...news })
            return undefined
          },
          { bodyLimitInBytes: notificationAtMostInBytes },
        )
      })
    },
  }
}

async function verified(
  bank: Bank,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: Date,
) {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  try {
    return await bank.readNotification(bytes, Object.fromEntries(single), now)
  } catch (error) {
    throw error instanceof NotificationForged ? new Failure('SignatureInvalid', { cause: error }) : error
  }
}
