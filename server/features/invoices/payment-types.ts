import type { CurrencyId, Language, Money } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { toPercentage } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import { findEventByAlbum } from '../events/index.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import type { TakesPayment } from './ports.ts'

const sayIn = createCatalogue<PaymentType['kind']>({ ru, en, es })

/** Lists the payment types in display order; the fast payment system supports roubles only. */
const types: readonly {
  /** Stored permanently; must not change. */
  readonly paymentTypeId: string
  readonly kind: PaymentType['kind']
  readonly discountPercent: number
  readonly currencies: readonly CurrencyId[]
}[] = [
  { paymentTypeId: 'fast', kind: 'FastPayment', discountPercent: 5, currencies: [643] },
  { paymentTypeId: 'card', kind: 'BankCard', discountPercent: 0, currencies: [643, 840] },
  { paymentTypeId: 'external', kind: 'External', discountPercent: 0, currencies: [643, 840] },
]

/**
 * Returns the provider of a payment type: the tenant's bank, or its external payment service.
 *
 * @returns undefined where the tenant has none that can take this kind
 */
export function findProvider(
  { tenant }: Context,
  takes: TakesPayment,
  kind: PaymentType['kind'],
): string | undefined {
  const provider = kind === 'External' ? tenant.external : tenant.bank
  return provider !== undefined && takes(provider, kind) ? provider : undefined
}

/** Returns the kind of a payment type; undefined for an unknown id. */
export function kindOfPaymentType(id: string): PaymentType['kind'] | undefined {
  return types.find(({ paymentTypeId }) => paymentTypeId === id)?.kind
}

/** Returns the title of a payment type; undefined for an unknown id. */
export function titleOfPaymentType(paymentTypeId: string, language: Language): string | undefined {
  const type = types.find((one) => one.paymentTypeId === paymentTypeId)
  return type && sayIn(language)(type.kind)
}

/** Ids of all payment types. */
export const paymentTypeIds: readonly string[] = types.map(({ paymentTypeId }) => paymentTypeId)

/**
 * Returns the payment types that the event of an album allows; undefined: all.
 *
 * @throws Failure EventNotFound
 */
export async function offeredAt(context: Context, albumId: string): Promise<readonly string[] | undefined> {
  const event = await findEventByAlbum(context, albumId)
  if (!event) throw new Failure('EventNotFound')
  return event.switches.paymentTypes
}

/**
 * Returns the available payment types of an amount and the total for each: those that the tenant's bank takes in its currency.
 *
 * @param allowedTypeIds ids of the allowed types; absent: all
 */
export function paymentTypesFor(
  context: Context,
  takes: TakesPayment,
  amount: Money,
  offered: readonly string[] | undefined = paymentTypeIds,
): PaymentType[] {
  return types
    .filter(({ paymentTypeId }) => offered.includes(paymentTypeId))
    .filter(({ currencies }) => currencies.includes(amount.currencyId))
    .filter(({ kind }) => findProvider(context, takes, kind) !== undefined)
    .map(({ paymentTypeId, kind, discountPercent }) => ({
      paymentTypeId,
      kind,
      title: sayIn(context.language)(kind),
      discountPercent,
      amountToPay: { ...amount, amount: amount.amount - toPercentage(amount.amount, discountPercent) },
    }))
}
