import type { Money } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { percentOf } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const texts = { ru, en, es }

/** Ways to pay, in the order to show; the fast-payment system knows roubles only. */
const types = [
  { paymentTypeId: 'fast', kind: 'FastPayment', discountPercent: 5, currencies: [643] },
  { paymentTypeId: 'card', kind: 'BankCard', discountPercent: 0, currencies: [643, 840] },
  { paymentTypeId: 'external', kind: 'External', discountPercent: 0, currencies: [643, 840] },
] as const

/** Who takes the money of a way to pay: the tenant's bank, or its external payment service, which it may lack. */
export function providerOf({ tenant }: Context, kind: PaymentType['kind']): string | undefined {
  return kind === 'External' ? tenant.external : tenant.bank
}

/** How an amount can be paid, and what it comes to each way. */
export function paymentTypesFor(context: Context, amount: Money): PaymentType[] {
  return types
    .filter(({ currencies }) => currencies.some((currencyId) => currencyId === amount.currencyId))
    .filter(({ kind }) => providerOf(context, kind) !== undefined)
    .map(({ paymentTypeId, kind, discountPercent }) => ({
      paymentTypeId,
      kind,
      title: texts[context.language][kind],
      discountPercent,
      amountToPay: { ...amount, amount: amount.amount - percentOf(amount.amount, discountPercent) },
    }))
}
