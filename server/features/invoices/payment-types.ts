import type { CurrencyId, Language, Money } from '../../../contract/common.ts'
import type { PaymentType } from '../../../contract/invoices.ts'
import { toPercentage } from '../../../contract/prices/amounts.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import { findEventByAlbum } from '../events/index.ts'
import type messages from './messages.ru.json'
import type { SupportsPayment } from './ports.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Lists the payment types in display order; the fast payment system supports roubles only. */
const paymentTypes: readonly {
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
  supportsPayment: SupportsPayment,
  kind: PaymentType['kind'],
): string | undefined {
  const provider = kind === 'External' ? tenant.external : tenant.bank
  return provider !== undefined && supportsPayment(provider, kind) ? provider : undefined
}

/** Returns the kind of a payment type; undefined for an unknown id. */
export function findPaymentKind(id: string): PaymentType['kind'] | undefined {
  return paymentTypes.find(({ paymentTypeId }) => paymentTypeId === id)?.kind
}

/** Returns the title of a payment type; undefined for an unknown id. */
export function findPaymentTypeTitle(paymentTypeId: string, language: Language): string | undefined {
  const type = paymentTypes.find((one) => one.paymentTypeId === paymentTypeId)
  return type && getFormatter(language)(type.kind)
}

/** Ids of all payment types. */
export const paymentTypeIds: readonly string[] = paymentTypes.map(({ paymentTypeId }) => paymentTypeId)

/**
 * Returns the payment types that the event of an album allows; undefined: all.
 *
 * @throws Failure EventNotFound
 */
export async function findAllowedPaymentTypes(
  context: Context,
  albumId: string,
): Promise<readonly string[] | undefined> {
  const event = await findEventByAlbum(context, albumId)
  if (!event) throw new Failure('EventNotFound')
  return event.switches.paymentTypes
}

/**
 * Returns the available payment types of an amount and the total for each: those that the tenant's bank takes in its currency.
 *
 * @param allowedTypeIds ids of the allowed types; absent: all
 */
export function findPaymentTypes(
  context: Context,
  supportsPayment: SupportsPayment,
  amount: Money,
  allowedTypeIds: readonly string[] | undefined = paymentTypeIds,
): PaymentType[] {
  return paymentTypes
    .filter(({ paymentTypeId }) => allowedTypeIds.includes(paymentTypeId))
    .filter(({ currencies }) => currencies.includes(amount.currencyId))
    .filter(({ kind }) => findProvider(context, supportsPayment, kind) !== undefined)
    .map(({ paymentTypeId, kind, discountPercent }) => ({
      paymentTypeId,
      kind,
      title: getFormatter(context.language)(kind),
      discountPercent,
      amountToPay: { ...amount, amount: amount.amount - toPercentage(amount.amount, discountPercent) },
    }))
}
