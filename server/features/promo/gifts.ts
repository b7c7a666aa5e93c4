import { randomInt } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { deactivateGifts, findGifts, insertGifts } from './store.ts'

/** Identifies a bought gift code: one item of an order. */
export interface Gift {
  readonly orderItemId: string
  /** Catalog whose package it pays for. */
  readonly catalogId: string
}

/** Characters that are not confused with one another; twelve of them are 55 random bits. */
const alphabet = 'ACDEFGHJKMNPQRTUVWXY3479'
const groups = 3
const groupLength = 4

/**
 * Creates the codes of paid gifts, in the transaction that completes their order. Each pays for one “All photos with me” of its
 * catalog, once. Idempotent: existing codes are kept.
 */
export async function issueGifts(context: Context, gifts: readonly Gift[]): Promise<void> {
  if (gifts.length === 0) return
  await insertGifts(
    context,
    gifts.map(({ orderItemId, catalogId }) => ({
      id: newId(),
      tenant: context.tenant.name,
      code: generateGiftCode(),
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

/** Returns the codes of gifts, by order item id. */
export async function findGiftCodes(
  context: Context,
  orderItemIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findGifts(context, orderItemIds)
  return new Map(rows.flatMap(({ orderItemId, code }) => (orderItemId ? [[orderItemId, code]] : [])))
}

/** Voids the codes of refunded gifts. Orders that used one before keep it. */
export function voidGifts(context: Context, orderItemIds: readonly string[]): Promise<void> {
  return deactivateGifts(context, orderItemIds)
}

/** Returns a random code such as `7QHD-KX4M-A9TE`. */
function generateGiftCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
