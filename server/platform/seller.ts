import type { Seller, Settings } from '../../contract/settings.ts'
import type { FiscalReceipts } from './context.ts'

const defaultRefundDays = 14

/** Returns the legal seller of a tenant, and the number of days after payment in which refunds are given. */
export function getTermsOfSale(settings: Settings): { seller: Seller; refundDays: number } {
  return {
    seller: settings.seller ?? { name: settings.legalEntity, email: settings.supportEmail },
    refundDays: settings.refundDays ?? defaultRefundDays,
  }
}

/** Returns the VAT included in prices, in percent. Null for a seller without VAT. */
export const getVatPercent = ({ vat }: FiscalReceipts): number | null => (vat === 'none' ? null : Number(vat))
