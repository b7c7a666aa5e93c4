import * as z from 'zod/mini'
import type { Bank } from '../../features/payments/ports.ts'
import type { Config } from '../../platform/config.ts'
import type { PaymentProvider } from './provider.ts'
import { stripe } from './stripe/index.ts'
import { yookassa } from './yookassa/index.ts'

/** Lists the payment providers by the name of their bank and their folder, except the sandbox, which needs no account. */
export const paymentProviders: Readonly<Record<string, PaymentProvider>> = { stripe, yookassa }

/** Describes the environment variables of all payment providers. */
export const BankSettings = z.object(
  Object.assign(
    {},
    ...Object.values(paymentProviders).map(({ settings }) => settings.shape),
  ) as z.core.$ZodShape,
)

/** Creates the banks for which this installation has an account. */
export function createBanks({ bankVariables }: Pick<Config, 'bankVariables'>): Bank[] {
  return Object.values(paymentProviders).flatMap(({ openBank }) => openBank(bankVariables) ?? [])
}
