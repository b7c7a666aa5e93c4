import type { Language, Money } from '../../../contract/common.ts'
import type { PaymentState, PaymentType } from '../../../contract/invoices.ts'

/** What a bank is asked to take. */
export interface BankOrder {
  /** The tenant that sells. */
  readonly shop: string
  /** Ours; the same key again must give the same payment. */
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly amount: Money
  readonly kind: PaymentType['kind']
  readonly description: string
  /** Where the buyer's browser goes after the bank's page. */
  readonly returnUrl: string
  /** Where the bank sends its signed notifications. */
  readonly notificationUrl: string
  readonly language: Language
}

/** What a bank knows of a payment. */
export interface BankPayment {
  readonly providerPaymentId: string
  readonly state: PaymentState
  readonly amount: Money
}

/** What a bank is asked to give back. */
export interface BankRefund {
  /** Ours. */
  readonly refundId: string
  readonly providerPaymentId: string
  readonly amount: Money
}

/** A bank or payment provider. Each adapter passes the same tests. */
export interface Bank {
  /** As in the tenant's setting `bank` and in the notification's address. */
  readonly name: string
  /**
   * Registers a payment; the same `paymentId` again answers the same.
   *
   * @throws BankUnavailable when no clear answer came; the caller may try again with the same `paymentId`
   */
  createPayment(order: BankOrder): Promise<{ providerPaymentId: string; payUrl: string }>
  /**
   * Verifies a notification before believing it: its signature over its raw bytes, or by asking the bank again.
   *
   * @returns undefined for news that concern no payment
   * @throws NotificationForged when it is unsigned, altered, older than five minutes, or of a payment that is not there
   */
  readNotification(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): Promise<BankPayment | undefined>
  /**
   * Asks for a payment's present state; undefined when the bank does not know it.
   *
   * @throws BankUnavailable
   */
  getPayment(providerPaymentId: string): Promise<BankPayment | undefined>
  /**
   * Gives back money of a paid payment; the same `refundId` again gives it once.
   *
   * @returns `Pending` while the bank is at it: ask again
   * @throws BankUnavailable
   */
  refundPayment(refund: BankRefund): Promise<'Succeeded' | 'Pending' | 'Declined'>
  /** Makes an unpaid payment unpayable; no error when it is too late or unknown. @throws BankUnavailable */
  cancelPayment(providerPaymentId: string): Promise<void>
}

export class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable'
}

export class NotificationForged extends Error {
  override readonly name = 'NotificationForged'
}
