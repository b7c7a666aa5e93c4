import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { EventRow } from '../events/index.ts'
import { createPromoCode, listPromoCodes, normalizeCode, redeemPromo } from '../promo/index.ts'
import type { DemoPromoCode } from './demo-data.ts'

/** Creates the demo's promo codes; existing ones stay unchanged. */
export async function seedPromoCodes(
  context: Context,
  demoPromoCodes: readonly DemoPromoCode[],
  events: readonly EventRow[],
): Promise<void> {
  const existingCodes = new Set((await listPromoCodes(context)).map(({ code }) => code))
  for (const promo of demoPromoCodes) {
    if (!existingCodes.has(normalizeCode(promo.code)))
      await inTransaction(context, (transaction) => createDemoPromoCode(transaction, promo, events))
  }
}

async function createDemoPromoCode(
  context: Context,
  promo: DemoPromoCode,
  events: readonly EventRow[],
): Promise<void> {
  const event = events.find(({ externalId }) => externalId === promo.event)
  // A code for an event that is not shown here would be valid for all others.
  if (promo.event !== null && !event) return
  const { id } = await createPromoCode(context, {
    code: promo.code,
    ...(promo.gift ? { kind: 'gift' as const } : { kind: 'percent' as const, value: promo.percent }),
    ...(promo.limit === null ? {} : { usageLimit: promo.limit }),
    ...(promo.until === null ? {} : { endsOn: new Date(promo.until) }),
    ...(event ? { catalogIds: [event.catalogId] } : {}),
  })
  // One earlier use exhausts the code.
  if (promo.state === 'Exhausted') await redeemPromo(context, { codeId: id, orderId: newId(), discount: 0 })
}
