import { createPayment, notifyPayment } from '../../../contract/invoices.ts'
import { getProviderOrder } from '../../../contract/payments.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { Callers } from '../identity/index.ts'
import { applyPaymentEvent, authorizeInvoice, lastAttempt, type TakesPayment } from '../invoices/index.ts'
import { askBank } from './ask-bank.ts'
import { settlePrepayment } from './close-prepayment.ts'
import { endUnpaidOrder } from './end-unpaid.ts'
import { limitNotices } from './limit-notices.ts'
import { startPayment } from './pay.ts'
import { type Bank, NotificationForged } from './ports.ts'
import { carryOutRefund } from './refund.ts'
import { mayReturnTo } from './return-url.ts'

const notificationAtMostInBytes = 64 * 1024

/** Returns a check of which payments these banks declare to take. */
export const takenBy =
  (banks: readonly Bank[]): TakesPayment =>
  (name, kind) =>
    banks.some((bank) => bank.name === name && bank.kinds.includes(kind))

/** Creates the feature for payments at banks: registration, signed notifications, and polling when these are missing. */
export function createPaymentsFeature(
  services: Services,
  ports: { banks: readonly Bank[]; callers: Callers },
): Feature {
  const { banks, callers } = ports
  const access = { config: services.config, callers }
  const takes = takenBy(banks)
  return {
    jobs: {
      'payments.ask-bank': (context, payload) => askBank(context, banks, payload),
      'payments.refund': (context, payload) => carryOutRefund(context, banks, payload),
      'payments.settle-prepayment': (context, payload) => settlePrepayment(context, banks, payload),
      'payments.end-unpaid': (context, payload) => endUnpaidOrder(context, banks, payload),
    },
    routes: async (app) => {
      handle(app, createPayment, async (context, input) => {
        const { params, body } = input
        await authorizeInvoice(context, access, input, params.invoiceId)
        if (!mayReturnTo(context, body.returnUrl)) throw new Failure('ReturnUrlNotAllowed')
        return startPayment(context, { services, banks, takes }, { invoiceId: params.invoiceId, ...body })
      })

      handle(app, getProviderOrder, async (context, input) => {
        const { invoiceNumber } = input.params
        await authorizeInvoice(context, access, input, invoiceNumber, 'PaymentNotFound')
        const attempt = await lastAttempt(context, invoiceNumber)
        if (!attempt) throw new Failure('PaymentNotFound')
        const { state, amount, currencyId } = attempt
        return { invoiceNumber, state, amount: { amount, currencyId } }
      })

      await app.register(async (raw) => {
        // The signature covers the raw bytes, so they must not be parsed first.
        raw.removeAllContentTypeParsers()
        raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        handle(
          raw,
          notifyPayment,
          async (context, { params, request }) => {
            const bank = banks.find(({ name }) => name === params.provider)
            if (!bank) throw new Failure('ProviderNotFound')
            const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
            const providerPaymentId = bank.asksAbout?.(bytes)
            if (providerPaymentId !== undefined)
              await limitNotices(context, { provider: bank.name, providerPaymentId, address: request.ip })
            const news = await verified(context, bank, bytes, request.headers)
            if (news) await applyPaymentEvent(context, { provider: bank.name, ...news })
            return undefined
          },
          { bodyLimitInBytes: notificationAtMostInBytes },
        )
      })
    },
  }
}

async function verified(
  context: Context,
  bank: Bank,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) {
  const single = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  try {
    return await bank.readNotification(bytes, Object.fromEntries(single), context.now)
  } catch (error) {
    if (!(error instanceof NotificationForged)) throw error
    context.log.warn({ provider: bank.name }, 'payment notification refused: check the secret of the bank')
    throw new Failure('SignatureInvalid', { cause: error })
  }
}
