import type { Context } from '../../platform/context.ts'
import { type OrderRow, setEmailRefused } from '../orders/index.ts'
import { type Mail, type Mailer, RecipientRefused } from './ports.ts'

/**
 * Mails the buyer of an order. When the relay permanently refuses the address, this is stored with the order, whose page asks
 * for another address. The letter is not retried.
 *
 * @throws Error when the relay did not take it for another reason
 */
export async function mailBuyer(
  context: Context,
  mailer: Mailer,
  order: OrderRow,
  mail: Omit<Mail, 'to'>,
): Promise<void> {
  const isAccepted = await mailOnce(context, mailer, { ...mail, to: order.email })
  await setEmailRefused(context, order, !isAccepted)
}

/**
 * Sends a mail, unless the relay permanently refuses its recipient.
 *
 * @returns whether the relay accepted it
 * @throws Error when the relay did not take it for another reason
 */
export async function mailOnce(context: Context, mailer: Mailer, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    if (!(error instanceof RecipientRefused)) throw error
    context.log.warn({ replyCode: error.replyCode }, 'letter given up: the relay refused its recipient')
    return false
  }
}
