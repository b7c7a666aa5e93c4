import type { CurrencyId, Language, Money } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { percentOf } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import { findEventByAlbum } from '../events/index.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }

const sayIn = createCatalogue<PaymentType['kind']>({ ru, en, es })

/** Ways to pay, in the order to show; the fast-payment system knows roubles only. */
const types: readonly {
  /** Stays in the database for good. */
  readonly paymentTypeId: string
  readonly kind: PaymentType['kind']
  readonly discountPercent: number
  readonly currencies: readonly CurrencyId[]
}[] = [
  { paymentTypeId: 'fast', kind: 'FastPayment', discountPercent: 5, currencies: [643] },
  { paymentTypeId: 'card', kind: 'BankCard', discountPercent: 0, currencies: [643, 840] },
  { paymentTypeId: 'external', kind: 'External', discountPercent: 0, currencies: [643, 840] },
]

/** Who takes the money of a way to pay: the tenant's bank, or its external payment service, which it may lack. */
export function providerOf({ tenant }: Context, kind: PaymentType['kind']): string | undefined {
  return kind === 'External' ? tenant.external : tenant.bank
}

/** What a way to pay is called; undefined for one that there never was. */
export function titleOfPaymentType(paymentTypeId: string, language: Language): string | undefined {
  const type = types.find((one) => one.paymentTypeId === paymentTypeId)
  return type && sayIn(language)(type.kind)
}

/** Ids of all ways to pay that there are. */
export const paymentTypeIds: readonly string[] = types.map(({ paymentTypeId }) => paymentTypeId)

/**
 * The ways to pay that the event of an album takes; undefined: all.
 *
 * @throws Failure EventNotFound
 */
export async function offeredAt(context: Context, albumId: string): Promise<readonly string[] | undefined> {
  const event = await findEventByAlbum(context, albumId)
  if (!event) throw new Failure('EventNotFound')
  return event.switches.paymentTypes
}

/** How an amount can be paid, and what it comes to each way. @param offered ids of those that may be; absent: all */
export function paymentTypesFor(
  context: Context,
  amount: Money,
  offered: readonly string[] | undefined = paymentTypeIds,
): PaymentType[] {
  return types
    .filter(({ paymentTypeId }) => offered.includes(paymentTypeId))
    .filter(({ currencies }) => currencies.includes(amount.currencyId))
    .filter(({ kind }) => providerOf(context, kind) !== undefined)
    .map(({ paymentTypeId, kind, discountPercent }) => ({
      paymentTypeId,
      kind,
      title: sayIn(context.language)(kind),
      discountPercent,
      amountToPay: { ...amount, amount: amount.amount - percentOf(amount.amount, discountPercent) },
    }))
}
