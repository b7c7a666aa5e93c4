import { randomInt } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { deactivateGifts, findGifts, insertGifts } from './store.ts'

/** A gift code that was bought: one item of an order. */
export interface Gift {
  readonly orderItemId: string
  /** Whose package it pays. */
  readonly catalogId: string
}

/** Letters and digits that nobody takes for one another; twelve of them are 55 random bits. */
const alphabet = 'ACDEFGHJKMNPQRTUVWXY3479'
const groups = 3
const groupLength = 4

/**
 * Makes the codes of gifts that were paid, in the transaction that completes their order: each pays one “All photos
 * with me” of its catalog, once. A gift that has its code already keeps it.
 */
export async function issueGifts(context: Context, gifts: readonly Gift[]): Promise<void> {
  if (gifts.length === 0) return
  await insertGifts(
    context,
    gifts.map(({ orderItemId, catalogId }) => ({
      id: newId(),
      tenant: context.tenant.name,
      code: newCode(),
      kind: 'gift' as const,
      value: 0,
      active: true,
      startsOn: null,
      endsOn: null,
      usageLimit: 1,
      used: 0,
      productTypes: ['photos_with_me' as const],
      catalogIds: [catalogId],
      orderItemId,
      createdOn: context.now,
    })),
  )
}

/** The code of each gift, by its order item's id. */
export async function giftCodesOf(
  context: Context,
  orderItemIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findGifts(context, orderItemIds)
  return new Map(rows.flatMap(({ orderItemId, code }) => (orderItemId ? [[orderItemId, code]] : [])))
}

/** Nobody uses the codes of these gifts any more: their money went back. What was bought with one before stays bought. */
export function voidGifts(context: Context, orderItemIds: readonly string[]): Promise<void> {
  return deactivateGifts(context, orderItemIds)
}

/** Such as `7QHD-KX4M-A9TE`. */
function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
