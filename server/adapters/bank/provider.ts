import * as z from 'zod/mini'
import type { Bank } from '../../features/payments/ports.ts'

/** A payment provider: the settings of its account, and the bank that they open. */
export interface PaymentProvider {
  /**
   * Environment variables. Each has a row in docs/settings.md. An invalid value is shown to the operator unless `KEY`,
   * `PASSWORD`, `SECRET` or `TOKEN` is a part of the name.
   */
  readonly settings: z.ZodMiniObject
  /** Returns undefined while the account lacks a setting. @throws $ZodError when a variable does not fit `settings` */
  readonly openBank: (variables: Readonly<Record<string, string | undefined>>) => Bank | undefined
}

/**
 * Defines a payment provider.
 *
 * @param settings its environment variables; an error message says the expected format, e.g. `an address like https://…`
 * @param openBank returns undefined while the account lacks a setting
 */
export function defineProvider<Settings extends z.ZodMiniObject>(
  settings: Settings,
  openBank: (settings: z.infer<Settings>) => Bank | undefined,
): PaymentProvider {
  return { settings, openBank: (variables) => openBank(z.parse(settings, variables)) }
}
