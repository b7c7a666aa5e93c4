import { type Bank, type BankPaymentRequest, NotificationForged } from '../../../features/payments/ports.ts'
import { newId } from '../../../platform/ids.ts'
import type { Feature, Services } from '../../../platform/services.ts'
import { type Deliver, notifyMerchant, parseNotification } from './notification.ts'
import { serveBankPages } from './pages.ts'
import { isSigned } from './signature.ts'
import { changePaymentState, findPayment, openPayment, recordRefund } from './store.ts'

export type { Deliver } from './notification.ts'

/**
 * Creates a sandbox bank with its own pages, its own tables, and signed notifications over HTTP. No money moves. It is used
 * only through the port, like any other bank.
 *
 * @param deliver sends a notification to a URL and returns the HTTP status
 */
export function createSandboxBank(services: Services, deliver: Deliver): { bank: Bank; feature: Feature } {
  const secret = services.config.secrets.sandboxBank
  const bank: Bank = {
    name: 'sandbox',
    kinds: ['FastPayment', 'BankCard', 'External'],
    async createPayment(order: BankPaymentRequest) {
      const payment = await openPayment(services.db, {
        id: newId(),
        tenant: order.shop,
        order,
        now: services.clock(),
      })
      return {
        providerPaymentId: payment.id,
        payUrl: `${new URL(order.notificationUrl).origin}/bank/sandbox/${payment.id}`,
      }
    },
    async readNotification(rawBody, headers, now) {
      if (!isSigned(rawBody, headers['x-sandbox-signature'], secret, now)) throw new NotificationForged()
      return parseNotification(rawBody)
    },
    async getPayment(providerPaymentId) {
      const payment = await findPayment(services.db, providerPaymentId)
      return payment && { providerPaymentId, state: payment.state, amount: payment.order.amount }
    },
    async refundPayment({ refundId: merchantRefundId, providerPaymentId: paymentId, amount: { amount } }) {
      const isRefunded = await recordRefund(services.db, { merchantRefundId, paymentId, amount })
      return isRefunded ? 'Succeeded' : 'Declined'
    },
    async cancelPayment(providerPaymentId) {
      await changePaymentState(services.db, providerPaymentId, ['Created', 'Pending'], 'Declined')
    },
  }
  const feature: Feature = {
    routes: (app) => serveBankPages(app, services),
    jobs: { 'sandbox-bank.notify': (_context, payload) => notifyMerchant(services, deliver, payload) },
  }
  return { bank, feature }
}
