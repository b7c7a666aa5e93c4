import { createPayment, notifyPayment } from '../../../contract/invoices.ts'
import { getProviderOrder } from '../../../contract/payments.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { Authenticator } from '../identity/index.ts'
import {
  applyPaymentEvent,
  authorizeInvoice,
  findLastAttempt,
  type SupportsPayment,
} from '../invoices/index.ts'
import { cancelOverdueOrder } from './cancel-overdue.ts'
import { limitNotifications } from './limit-notifications.ts'
import { startPayment } from './pay.ts'
import { pollBank } from './poll-bank.ts'
import { type Bank, NotificationForged } from './ports.ts'
import { executeRefund } from './refund.ts'
import { mayReturnTo } from './return-url.ts'
import { registerSettlementReceipt } from './settlement-receipt.ts'

const maxNotificationSizeInBytes = 64 * 1024

/** Returns a check of which payments these banks declare to take. */
export const createPaymentSupportCheck =
  (banks: readonly Bank[]): SupportsPayment =>
  (name, kind) =>
    banks.some((bank) => bank.name === name && bank.kinds.includes(kind))

/** Creates the feature for payments at banks: registration, signed notifications, and polling when these are missing. */
export function createPaymentsFeature(
  services: Services,
  ports: { banks: readonly Bank[]; callers: Authenticator },
): Feature {
  const { banks, callers } = ports
  const access = { config: services.config, callers }
  const supportsPayment = createPaymentSupportCheck(banks)
  return {
    jobs: {
      'payments.ask-bank': (context, payload) => pollBank(context, banks, payload),
      'payments.refund': (context, payload) => executeRefund(context, banks, payload),
      'payments.settle-prepayment': (context, payload) => registerSettlementReceipt(context, banks, payload),
      'payments.end-unpaid': (context, payload) => cancelOverdueOrder(context, banks, payload),
    },
    routes: async (app) => {
      registerCall(app, createPayment, async (context, input) => {
        const { params, body } = input
        await authorizeInvoice(context, access, input, params.invoiceId)
        if (!mayReturnTo(context, body.returnUrl)) throw new Failure('ReturnUrlNotAllowed')
        return startPayment(
          context,
          { services, banks, supportsPayment },
          { invoiceId: params.invoiceId, ...body },
        )
      })

      registerCall(app, getProviderOrder, async (context, input) => {
        const { invoiceNumber } = input.params
        await authorizeInvoice(context, access, input, invoiceNumber, 'PaymentNotFound')
        const attempt = await findLastAttempt(context, invoiceNumber)
        if (!attempt) throw new Failure('PaymentNotFound')
        const { state, amount, currencyId } = attempt
        return { invoiceNumber, state, amount: { amount, currencyId } }
      })

      await app.register(async (rawApp) => {
        // The signature covers the raw bytes, so they must not be parsed first.
        rawApp.removeAllContentTypeParsers()
        rawApp.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        registerCall(
          rawApp,
          notifyPayment,
          async (context, { params, request }) => {
            const bank = banks.find(({ name }) => name === params.provider)
            if (!bank) throw new Failure('ProviderNotFound')
            const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
            const providerPaymentId = bank.getUnsignedPaymentId?.(bytes)
            if (providerPaymentId !== undefined)
              await limitNotifications(context, {
                provider: bank.name,
                providerPaymentId,
                address: request.ip,
              })
            const paymentEvent = await readVerifiedNotification(context, bank, bytes, request.headers)
            if (paymentEvent) await applyPaymentEvent(context, { provider: bank.name, ...paymentEvent })
            return undefined
          },
          { bodyLimitInBytes: maxNotificationSizeInBytes },
        )
      })
    },
  }
}

async function readVerifiedNotification(
  context: Context,
  bank: Bank,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) {
  const singleHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  try {
    return await bank.readNotification(bytes, Object.fromEntries(singleHeaders), context.now)
  } catch (error) {
    if (!(error instanceof NotificationForged)) throw error
    context.log.warn({ provider: bank.name }, 'payment notification refused: check the secret of the bank')
    throw new Failure('SignatureInvalid', { cause: error })
  }
}
