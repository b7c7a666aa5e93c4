import { type Bank, type BankOrder, NotificationForged } from '../../../features/payments/ports.ts'
import type { Feature, Ground } from '../../../platform/app-parts.ts'
import { newId } from '../../../platform/ids.ts'
import { type Deliver, notifyMerchant, readNotice } from './notification.ts'
import { serveBankPages } from './pages.ts'
import { isSigned } from './signature.ts'
import { findPayment, giveBack, movePayment, openPayment } from './store.ts'

export type { Deliver } from './notification.ts'

/**
 * A bank to try out with: pages of its own, books of its own, and signed notifications over HTTP.
 * No money moves. It is reached only through the port, like any other bank.
 *
 * @param deliver carries a notification to its address and answers the HTTP status
 */
export function createSandboxBank(ground: Ground, deliver: Deliver): { bank: Bank; feature: Feature } {
  const secret = ground.config.secrets.sandboxBank
  const bank: Bank = {
    name: 'sandbox',
    async createPayment(order: BankOrder) {
      const payment = await openPayment(ground.db, {
        id: newId(),
        tenant: order.shop,
        order,
        now: ground.clock(),
      })
      return {
        providerPaymentId: payment.id,
        payUrl: `${new URL(order.notificationUrl).origin}/bank/sandbox/${payment.id}`,
      }
    },
    async readNotification(rawBody, headers, now) {
      if (!isSigned(rawBody, headers['x-sandbox-signature'], secret, now)) throw new NotificationForged()
      return readNotice(rawBody)
    },
    async getPayment(providerPaymentId) {
      const payment = await findPayment(ground.db, providerPaymentId)
      return payment && { providerPaymentId, state: payment.state, amount: payment.order.amount }
    },
    async refundPayment({ refundId: merchantRefundId, providerPaymentId: paymentId, amount: { amount } }) {
      const given = await giveBack(ground.db, { merchantRefundId, paymentId, amount })
      return given ? 'Succeeded' : 'Declined'
    },
    async cancelPayment(providerPaymentId) {
      await movePayment(ground.db, providerPaymentId, ['Created', 'Pending'], 'Declined')
    },
  }
  const feature: Feature = {
    routes: (app) => serveBankPages(app, ground),
    jobs: { 'sandbox-bank.notify': (_context, payload) => notifyMerchant(ground, deliver, payload) },
  }
  return { bank, feature }
}
