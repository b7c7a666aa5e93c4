import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Call } from '../../../contract/call.ts'
import {
  addCartItem,
  addCartItems,
  addPromotionalCode,
  checkOut as checkOutCall,
  createCart,
  deleteCart,
  getCart,
  removeCartItem,
  removeCartItems,
  removePromotionalCode,
  setCartAttributes,
  setCartCustomer,
} from '../../../contract/cart.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type Handler, registerCall } from '../../platform/http/register-call.ts'
import { enqueueDaily, getNextMidnight } from '../../platform/jobs/daily.ts'
import { parseEmail } from '../../platform/parse-email.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { verifySearchToken } from '../competitors/index.ts'
import type { FramePainter, RunnerFinder } from '../frame/index.ts'
import { type Authenticator, readSearchToken } from '../identity/index.ts'
import { findAccessibleOrders } from '../orders/index.ts'
import { limitFailedTries } from '../promo/index.ts'
import { addCode } from './add-code.ts'
import { addItems } from './add-items.ts'
import { changeCart } from './change-cart.ts'
import { checkOut } from './checkout.ts'
import { limitCarts } from './limit-carts.ts'
import { authorizeCart, isProvenOwner, type Proof } from './owner.ts'
import { presentCart } from './present.ts'
import {
  type CartRow,
  changeCartRow,
  deleteCode,
  deleteItems,
  deleteOldCarts,
  deleteOldEmails,
  emptyCart,
  findCart,
  findLastCart,
  hasOpenCart,
  insertCart,
  lockCart,
} from './store.ts'

const maxFailedTriesPerCart = 10
/** Limits the failed tries per address. It is high, because all visitors of a finish area may share one. */
const maxFailedTriesPerAddress = 60

/**
 * Creates the cart routes. Any caller who knows the id of an open cart may fill it, unless an account owns it. Its e-mail,
 * checkout and order require the bound device or the account.
 */
export function createCartFeature(
  services: Services,
  ports: { finder: RunnerFinder; painter: FramePainter; callers: Authenticator },
): Feature {
  const { finder, callers } = ports
  const addItemsPorts = { ...ports, objects: services.objects }
  const verifyClaims = (context: Context, input: { bearer: string | undefined }) => {
    const token = readSearchToken(input)
    return token === undefined ? undefined : verifySearchToken(context, services, token)
  }
  /** Handles a call about one cart after authorizing the caller. */
  const handleCartCall = <C extends Call>(
    app: FastifyInstance,
    call: C,
    handler: (
      ...args: [...Parameters<Handler<C>>, proof: Proof, cart: CartRow | undefined]
    ) => ReturnType<Handler<C>>,
  ) =>
    registerCall(app, call, async (context, input) => {
      const { shoppingCartId } = input.params as { shoppingCartId: string }
      const { token } = (input.query ?? {}) as { token?: string }
      const identity = await callers.authenticate(context, { ...input, bearer: input.bearer ?? token })
      const proof = { identity, deviceHash: readDeviceHash(input.request) }
      const cart = await findCart(context, shoppingCartId)
      const isBound = cart !== undefined && (await authorizeCart(context, cart, proof))
      return handler(context, input, proof, isBound ? await findCart(context, shoppingCartId) : cart)
    })
  const scheduleFirstPurge = createPurgeScheduler()

  return {
    jobs: { [purgeCartsJob]: purgeAndReschedule },
    routes: (app) => {
      registerCall(app, createCart, async (context, input) => {
        await limitCarts(context, input.request, 'create')
        const caller = await callers.authenticate(context, input)
        const requestedId = input.body.shoppingCartId
        const latestId =
          caller && requestedId === undefined ? await findLastCart(context, caller.subject) : undefined
        const shoppingCartId = requestedId ?? latestId ?? randomUUID()
        const cart = await insertCart(context, shoppingCartId, context.tenant.settings.currencyId)
        await authorizeCart(context, cart, {
          identity: caller,
          deviceHash: readDeviceHash(input.request),
        })
        if (cart.state === 'Deleted') throw new Failure('CartDeleted')
        await scheduleFirstPurge(context)
        return { shoppingCartId }
      })

      handleCartCall(app, getCart, async (context, { query }, proof, cart) => {
        if (!cart) throw new Failure('CartNotFound')
        const localizedContext = { ...context, language: query.lang ?? context.language }
        return presentCart(localizedContext, finder, cart, proof)
      })

      handleCartCall(app, addCartItem, async (context, input, proof) => {
        const { shoppingCartId } = input.params
        const claims = await verifyClaims(context, input)
        await addItems(context, addItemsPorts, shoppingCartId, { items: [input.body] }, { claims, proof })
        return undefined
      })
      handleCartCall(app, addCartItems, async (context, input, proof) => {
        const { shoppingCartId } = input.params
        const { items, earlierOrders = [] } = input.body
        // Orders of other buyers would lower prices, and refusals would reveal their items.
        const provenOrderIds = await findAccessibleOrders(context, earlierOrders, proof)
        const claims = await verifyClaims(context, input)
        await addItems(
          context,
          addItemsPorts,
          shoppingCartId,
          { items, earlierOrders: provenOrderIds },
          { claims, proof },
        )
        return undefined
      })

      handleCartCall(app, removeCartItem, async (context, { params: { shoppingCartId, itemId } }) => {
        await changeCart(context, shoppingCartId, async (transaction) => {
          if ((await deleteItems(transaction, shoppingCartId, [itemId])) === 0) throw new Failure('NotFound')
        })
        return undefined
      })
      handleCartCall(app, removeCartItems, async (context, { params, body }) => {
        await changeCart(context, params.shoppingCartId, (transaction) =>
          deleteItems(transaction, params.shoppingCartId, body),
        )
        return undefined
      })

      handleCartCall(app, addPromotionalCode, async (context, { params, body, request }) => {
        const { shoppingCartId } = params
        const limits = [
          { callerKey: `cart ${shoppingCartId}`, max: maxFailedTriesPerCart },
          { callerKey: `address ${toClientKey(request.ip)}`, max: maxFailedTriesPerAddress },
        ]
        await limitFailedTries(context, limits, () => addCode(context, shoppingCartId, body.code))
        return undefined
      })
      handleCartCall(app, removePromotionalCode, async (context, { params: { shoppingCartId, codeId } }) => {
        await changeCart(context, shoppingCartId, async (transaction) => {
          if (!(await deleteCode(transaction, shoppingCartId, codeId))) throw new Failure('NotFound')
        })
        return undefined
      })

      handleCartCall(app, deleteCart, async (context, { params }) => {
        await inTransaction(context, async (transaction) => {
          const cart = await lockCart(transaction, params.shoppingCartId)
          if (!cart) throw new Failure('CartNotFound')
          if (cart.state === 'Processed') throw new Failure('CartProcessed')
          await emptyCart(transaction, cart.id)
          await changeCartRow(transaction, cart.id, { state: 'Deleted', email: null, attributes: [] })
        })
        return undefined
      })

      handleCartCall(app, setCartAttributes, async (context, { params, body }) => {
        await changeCart(context, params.shoppingCartId, async (transaction, cart) => {
          const values = new Map([...cart.attributes, ...body].map(({ key, value }) => [key, value]))
          const attributes = [...values].map(([key, value]) => ({ key, value }))
          await changeCartRow(transaction, cart.id, { attributes })
        })
        return undefined
      })

      handleCartCall(app, setCartCustomer, async (context, { params, body, request }, proof) => {
        await limitCarts(context, request, 'email')
        const email = parseEmail(body.email)
        const { deviceHash } = proof
        await changeCart(context, params.shoppingCartId, async (transaction, cart) => {
          // A cart without its device: the browser deleted its other data, and only the cookie remained.
          const isOwn = isProvenOwner(transaction, cart, proof)
          if (!isOwn && deviceHash === undefined) throw new Failure('CartNotFound')
          await changeCartRow(transaction, cart.id, {
            email,
            ...(deviceHash && { deviceHash }),
            // Earlier orders named by another device must not lower the prices of this one.
            ...(!isOwn && { earlierOrders: [] }),
          })
        })
        return undefined
      })

      handleCartCall(app, checkOutCall, (context, { params, body }, proof) =>
        checkOut(context, finder, params.shoppingCartId, {
          expectedTotal: body?.expectedTotal,
          proof,
          orderAgain: body?.orderAgain ?? false,
          giftMessage: body?.giftMessage,
        }),
      )
    },
  }
}

const dayInMs = 24 * 60 * 60_000
/** Exceeds by one day the year after which a device deletes an unused cart, because clocks differ. */
const cartRetentionInMs = 366 * dayInMs
/** Longer than buyers usually take to return to the checkout. */
const emailRetentionInMs = 30 * dayInMs

const purgeCartsJob = 'cart.sweep'

/** Schedules the purge of the next day. There is one purge per day while open carts exist. */
const scheduleCartPurge = (context: Context) => enqueueDaily(context, purgeCartsJob)

/**
 * Creates a function that schedules the purge for the first cart of a day. The others of this process need no write: the job
 * stays in the table at least until it has run.
 */
function createPurgeScheduler(): (context: Context) => Promise<void> {
  const scheduledDays = new Map<string, number>()
  return async (context) => {
    const day = getNextMidnight(context).getTime()
    if (scheduledDays.get(context.tenant.name) === day) return
    await scheduleCartPurge(context)
    scheduledDays.set(context.tenant.name, day)
  }
}

/** Runs as a job. */
async function purgeAndReschedule(context: Context): Promise<void> {
  await purgeCarts(context)
  if (await hasOpenCart(context)) await scheduleCartPurge(context)
}

/**
 * Deletes e-mails of carts that were left for 30 days, and carts that no device can return to. Carts that became orders remain.
 */
export async function purgeCarts(context: Context): Promise<void> {
  await deleteOldEmails(context, new Date(context.now.getTime() - emailRetentionInMs))
  const before = new Date(context.now.getTime() - cartRetentionInMs)
  let deletedCount = 1
  while (deletedCount > 0) deletedCount = await deleteOldCarts(context, before)
}
