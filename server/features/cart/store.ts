import { and, asc, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { CurrencyId } from '../../../contract/common.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { cartItems, cartPromoCodes, carts } from './tables.ts'

export type CartRow = typeof carts.$inferSelect
export type CartItemRow = typeof cartItems.$inferSelect

/** Creates a cart; an existing one stays unchanged. Returns the new or the existing one. */
export async function insertCart(context: Context, id: string, currencyId: CurrencyId): Promise<CartRow> {
  const [inserted] = await context.db
    .insert(carts)
    .values({
      tenant: context.tenant.name,
      id,
      state: 'Updated',
      currencyId,
      email: null,
      attributes: [],
      orderId: null,
      earlierOrders: [],
      owner: null,
      deviceHash: null,
      createdOn: context.now,
      changedOn: context.now,
    })
    .onConflictDoNothing()
    .returning()
  const cart = inserted ?? (await findCart(context, id))
  if (!cart) throw new Error('The cart was not written')
  return cart
}

/** Returns a cart of the tenant, including deleted and ordered ones; undefined for an unknown id. */
export async function findCart(context: Context, id: string): Promise<CartRow | undefined> {
  const [row] = await context.db.select().from(carts).where(whereCart(context, id))
  return row
}

/** Reads a cart with a row lock until the transaction ends. */
export async function lockCart(context: Context, id: string): Promise<CartRow | undefined> {
  const [row] = await context.db.select().from(carts).where(whereCart(context, id)).for('update')
  return row
}

/** Binds a cart without an owner to an account; has no effect when another account was bound first. */
export async function bindCart(context: Context, id: string, owner: string): Promise<void> {
  await context.db
    .update(carts)
    .set({ owner })
    .where(and(whereCart(context, id), isNull(carts.owner)))
}

/** Binds a cart without a device to the first device that sends a key. */
export async function bindDevice(context: Context, id: string, deviceHash: string): Promise<void> {
  await context.db
    .update(carts)
    .set({ deviceHash })
    .where(and(whereCart(context, id), isNull(carts.deviceHash)))
}

/** Returns the id of the open cart that an account used last; undefined when it has none. */
export async function findLastCart(context: Context, owner: string): Promise<string | undefined> {
  const [row] = await context.db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.tenant, context.tenant.name), eq(carts.owner, owner), eq(carts.state, 'Updated')))
    .orderBy(desc(carts.changedOn))
    .limit(1)
  return row?.id
}

/** Updates the given columns and the time of the last change. The caller must hold the row lock. */
export async function changeCartRow(
  context: Context,
  id: string,
  values: Partial<
    Pick<CartRow, 'state' | 'email' | 'attributes' | 'orderId' | 'earlierOrders' | 'deviceHash'>
  >,
): Promise<void> {
  await context.db
    .update(carts)
    .set({ ...values, changedOn: context.now })
    .where(whereCart(context, id))
}

/** Returns the items of a cart in the order in which they were added. */
export function findCartItems(context: Context, cartId: string): Promise<CartItemRow[]> {
  return context.db
    .select()
    .from(cartItems)
    .where(whereCartItems(context, cartId))
    .orderBy(asc(cartItems.position), asc(cartItems.id))
}

/** Inserts items into their carts. `rows` must not be empty. */
export async function insertItems(context: Context, rows: readonly CartItemRow[]): Promise<void> {
  await context.db.insert(cartItems).values([...rows])
}

/**
 * Deletes items of a cart.
 *
 * @returns how many there were
 */
export async function deleteItems(
  context: Context,
  cartId: string,
  itemIds: readonly string[],
): Promise<number> {
  if (itemIds.length === 0) return 0
  const deleted = await context.db
    .delete(cartItems)
    .where(and(whereCartItems(context, cartId), inArray(cartItems.id, [...itemIds])))
    .returning({ id: cartItems.id })
  return deleted.length
}

/** Returns the ids of the codes in a cart, in the order in which they were added. */
export async function findCartCodeIds(context: Context, cartId: string): Promise<string[]> {
  const rows = await context.db
    .select({ codeId: cartPromoCodes.codeId })
    .from(cartPromoCodes)
    .where(whereCartCodes(context, cartId))
    .orderBy(asc(cartPromoCodes.addedOn), asc(cartPromoCodes.codeId))
  return rows.map((row) => row.codeId)
}

/** Adds a promo code to a cart; has no effect when it is already there. */
export async function insertCode(context: Context, cartId: string, codeId: string): Promise<void> {
  await context.db
    .insert(cartPromoCodes)
    .values({ tenant: context.tenant.name, cartId, codeId, addedOn: context.now })
    .onConflictDoNothing()
}

/**
 * Removes a promo code from a cart.
 *
 * @returns whether it was there
 */
export async function deleteCode(context: Context, cartId: string, codeId: string): Promise<boolean> {
  const deleted = await context.db
    .delete(cartPromoCodes)
    .where(and(whereCartCodes(context, cartId), eq(cartPromoCodes.codeId, codeId)))
    .returning({ codeId: cartPromoCodes.codeId })
  return deleted.length > 0
}

/** Deletes all items and codes of a cart; its row stays as a tombstone. */
export async function emptyCart(context: Context, cartId: string): Promise<void> {
  await context.db.delete(cartItems).where(whereCartItems(context, cartId))
  await context.db.delete(cartPromoCodes).where(whereCartCodes(context, cartId))
}

/**
 * Deletes carts without an order that were last changed before a moment, with all their rows.
 *
 * @returns how many were deleted, at most a few hundred per call
 */
export function deleteOldCarts(context: Context, before: Date): Promise<number> {
  return inTransaction(context, async (transaction) => {
    const oldCarts = await transaction.db
      .select({ id: carts.id })
      .from(carts)
      .where(
        and(eq(carts.tenant, transaction.tenant.name), isNull(carts.orderId), lt(carts.changedOn, before)),
      )
      .orderBy(asc(carts.changedOn))
      .limit(500)
      .for('update', { skipLocked: true })
    const ids = oldCarts.map(({ id }) => id)
    if (ids.length === 0) return 0
    const { name } = transaction.tenant
    await transaction.db
      .delete(cartItems)
      .where(and(eq(cartItems.tenant, name), inArray(cartItems.cartId, ids)))
    await transaction.db
      .delete(cartPromoCodes)
      .where(and(eq(cartPromoCodes.tenant, name), inArray(cartPromoCodes.cartId, ids)))
    await transaction.db.delete(carts).where(and(eq(carts.tenant, name), inArray(carts.id, ids)))
    return ids.length
  })
}

/**
 * Deletes the e-mail of carts that have not become orders and were last changed before a moment. Also deletes the gifts in
 * them, which hold the recipients' addresses. Photos and packages stay.
 */
export function deleteOldEmails(context: Context, before: Date): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { name } = transaction.tenant
    const isOldCart = and(eq(carts.tenant, name), isNull(carts.orderId), lt(carts.changedOn, before))
    const oldIds = transaction.db.select({ id: carts.id }).from(carts).where(isOldCart)
    await transaction.db
      .delete(cartItems)
      .where(
        and(eq(cartItems.tenant, name), isNotNull(cartItems.recipients), inArray(cartItems.cartId, oldIds)),
      )
    await transaction.db
      .update(carts)
      .set({ email: null })
      .where(and(isOldCart, isNotNull(carts.email)))
  })
}

/** Returns whether the tenant has a cart without an order. */
export async function hasOpenCart(context: Context): Promise<boolean> {
  const rows = await context.db
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.tenant, context.tenant.name), isNull(carts.orderId)))
    .limit(1)
  return rows.length > 0
}

/** Returns the names of all tenants with carts, also of removed ones. */
export async function listTenantsOfCarts({ db }: Context): Promise<string[]> {
  const rows = await db.selectDistinct({ tenant: carts.tenant }).from(carts)
  return rows.map(({ tenant }) => tenant)
}

const whereCart = (context: Context, id: string) =>
  and(eq(carts.tenant, context.tenant.name), eq(carts.id, id))
const whereCartItems = (context: Context, cartId: string) =>
  and(eq(cartItems.tenant, context.tenant.name), eq(cartItems.cartId, cartId))
const whereCartCodes = (context: Context, cartId: string) =>
  and(eq(cartPromoCodes.tenant, context.tenant.name), eq(cartPromoCodes.cartId, cartId))
