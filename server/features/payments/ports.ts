import type { Language, Money } from '../../../contract/common.ts'
import type { PaymentState, PaymentType } from '../../../contract/invoices.ts'
import type { FiscalReceipts } from '../../platform/context.ts'
import { DependencyUnavailable } from '../../platform/unavailable.ts'

/** Data of a cash receipt by Russian law (54-FZ). Prices times quantities add up to the amount of the call. */
export interface FiscalReceipt extends Omit<FiscalReceipts, 'mode'> {
  /** Recipient of the receipt. */
  readonly email: string
  readonly items: readonly FiscalItem[]
}

interface FiscalItem {
  readonly title: string
  readonly quantity: number
  readonly price: Money
  /** Payment mode (tag 1214 of a receipt). Items that are delivered later have `full_prepayment`, also at other settings. */
  readonly mode: NonNullable<FiscalReceipts['mode']>
}

/** A payment to register at a bank. */
export interface BankPaymentRequest {
  /** The tenant that sells. */
  readonly shop: string
  /** Idempotency key, chosen by us. Banks refuse it with other values of what they receive. */
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly amount: Money
  readonly kind: PaymentType['kind']
  readonly description: string
  /** Address of the buyer's browser after the bank's page. */
  readonly returnUrl: string
  /** Address of the bank's signed notifications. Only the sandbox receives it: providers have it in their settings. */
  readonly notificationUrl: string
  readonly language: Language
  /** Absent where the tenant asks for no cash receipts; banks without them ignore it. */
  readonly receipt?: FiscalReceipt | undefined
}

/** State of a payment at the bank. */
export interface BankPayment {
  readonly providerPaymentId: string
  readonly state: PaymentState
  readonly amount: Money
}

/** A refund to request from a bank. */
export interface BankRefund {
  /** Idempotency key, chosen by us. */
  readonly refundId: string
  /** Time before its first request to the bank. */
  readonly createdOn: Date
  readonly providerPaymentId: string
  readonly amount: Money
  /** Same as in `BankPaymentRequest`. */
  readonly receipt?: FiscalReceipt | undefined
}

/** The prepayment of items whose delivery has begun, for a settlement receipt (54-FZ). */
export interface BankSettlement {
  /** Idempotency key. */
  readonly settlementId: string
  readonly providerPaymentId: string
  /** Prepaid amount of these items, less refunds. */
  readonly amount: Money
  /** Its items add up to `amount`. */
  readonly receipt: FiscalReceipt
}

/** `Declined`: the cash register rejected it; it has to be registered by hand. */
export type SettlementState = 'Succeeded' | 'Pending' | 'Declined'

/** Registers settlement receipts at the cash register of a bank. */
export interface SettlementReceipts {
  /**
   * Returns the state of a payment's settlement receipt; undefined when it has none.
   *
   * @throws BankUnavailable
   */
  find(providerPaymentId: string): Promise<SettlementState | undefined>
  /**
   * Registers a settlement receipt, which is sent to the buyer. Call `find` first: banks remember idempotency keys for a
   * limited time only.
   *
   * @throws BankUnavailable
   * @throws BankRefused
   */
  register(settlement: BankSettlement): Promise<SettlementState>
}

/** A bank or payment provider. All adapters pass the same tests. */
export interface Bank {
  /** As in the tenant's setting `bank` and in the notification's address. */
  readonly name: string
  /** Kinds it can take; only these are offered to its tenants. `createPayment` is called with no other kind. */
  readonly kinds: readonly PaymentType['kind'][]
  /**
   * Registers a payment; idempotent by `paymentId`.
   *
   * @throws BankUnavailable when no clear answer came; the caller may retry with the same `paymentId`
   * @throws BankRefused when there is no payment and a retry with the same `paymentId` cannot create one
   */
  createPayment(order: BankPaymentRequest): Promise<{ providerPaymentId: string; payUrl: string }>
  /**
   * Returns the payment of an unsigned notification, about which `readNotification` asks the bank; undefined when it asks
   * nothing. Absent at banks that sign.
   */
  readonly getUnsignedPaymentId?: (rawBody: Uint8Array) => string | undefined
  /**
   * Verifies a notification, by its signature over the raw bytes or by asking the bank.
   *
   * @returns undefined for notifications that concern no payment of this server. Answer these with 2xx: banks disable an
   * endpoint that keeps failing.
   * @throws NotificationForged when it is unsigned, altered, older than five minutes, or of an unknown payment
   */
  readNotification(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): Promise<BankPayment | undefined>
  /**
   * Returns the current state of a payment; undefined when the bank does not know it.
   *
   * @throws BankUnavailable
   */
  getPayment(providerPaymentId: string): Promise<BankPayment | undefined>
  /**
   * Refunds money of a paid payment; idempotent by `refundId`, without a time limit: it is repeated for a week, and banks
   * remember idempotency keys for a day.
   *
   * @returns `Pending` while the bank is processing it: ask again
   * @throws BankUnavailable
   * @throws BankRefused
   */
  refundPayment(refund: BankRefund): Promise<'Succeeded' | 'Pending' | 'Declined'>
  /** Cancels an unpaid payment; no error when it is too late or unknown. @throws BankUnavailable */
  cancelPayment(providerPaymentId: string): Promise<void>
  /** Absent for banks that register no cash receipts. */
  readonly settlements?: SettlementReceipts
}

/**
 * Thrown when no clear answer came from a bank: a failed connection, a timeout, a server error, or an idempotency key that was
 * used with another body. The earlier request may have been carried out.
 */
export class BankUnavailable extends DependencyUnavailable {
  override readonly name = 'BankUnavailable'

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, errorCode: 'ProviderUnavailable' })
  }
}

/** Thrown when a bank permanently rejects the creation of a payment, refund or receipt: a retry fails again. */
export class BankRefused extends Error {
  override readonly name = 'BankRefused'
  /** The bank's error code, e.g. `invalid_request`. */
  readonly reason: string
  /** Name of the rejected parameter, where the bank gives one. */
  readonly parameter: string | undefined
  /** Whether the account is rejected instead of the request. An operator can repair that, so jobs retry it. */
  readonly isAccountRejected: boolean

  constructor(
    message: string,
    details: { reason: string; parameter: string | undefined; isAccountRejected: boolean; cause?: unknown },
  ) {
    super(message, { cause: details.cause })
    this.reason = details.reason
    this.parameter = details.parameter
    this.isAccountRejected = details.isAccountRejected
  }
}

export class NotificationForged extends Error {
  override readonly name = 'NotificationForged'
}
