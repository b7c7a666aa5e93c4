import { kvStore } from '../../../lib/memory/index.ts'
import { randomId } from '../../../lib/random-id.ts'

const toCreatedKey = (cartId: string) => `cart.${cartId}.made`
const toSuccessorKey = (cartId: string) => `cart.${cartId}.after`

/** Mirrors stored values in memory, for devices whose storage is not available. */
const createdCartIds = new Set<string>()
const successors = new Map<string, string>()

const readValue = (key: string) => kvStore.get(key).catch(() => undefined)

/** Returns the id of the successor of a closed cart, the same in all tabs. */
async function createSuccessor(cartId: string): Promise<string> {
  const candidate = successors.get(cartId) ?? randomId()
  const successorId =
    (await kvStore
      .change(toSuccessorKey(cartId), (storedId) => storedId ?? candidate)
      .catch(() => undefined)) ?? candidate
  successors.set(cartId, successorId)
  return successorId
}

/** Returns whether the service knows a cart whose id was generated on this device. */
export async function isCartCreated(cartId: string): Promise<boolean> {
  return createdCartIds.has(cartId) || (await readValue(toCreatedKey(cartId))) !== undefined
}

/** Records that the service knows a cart. Losing this record costs one call. */
export async function recordCartCreated(cartId: string): Promise<void> {
  createdCartIds.add(cartId)
  await kvStore.put(toCreatedKey(cartId), 'yes').catch(() => {})
}

/**
 * Returns the cart to use instead of the given one: itself, or the newest of its successors. The same for each tab and the
 * worker.
 *
 * @param isClosed the cart was ordered or deleted elsewhere, so that a successor is created
 */
export async function getCurrentCartId(cartId: string, isClosed = false): Promise<string> {
  if (isClosed) return createSuccessor(cartId)
  let currentId = cartId
  // bounded, because damaged storage could contain a cycle
  for (let step = 0; step < 20; step++) {
    const successorId = successors.get(currentId) ?? (await readValue(toSuccessorKey(currentId)))
    if (successorId === undefined) return currentId
    currentId = successorId
  }
  return currentId
}
