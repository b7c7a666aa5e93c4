import type { PaymentType } from '../../../contract/invoices.ts'

/** Returns whether a bank, by name, can take a kind of payment, as its adapter declares. */
export type SupportsPayment = (bank: string, kind: PaymentType['kind']) => boolean
