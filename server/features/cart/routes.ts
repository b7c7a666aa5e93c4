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
import { readDeviceHash } from '../../platform/http/device-hash.ts'
import { type Handler, handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { parseEmail } from '../../platform/parse-email.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { verifySearchToken } from '../competitors/index.ts'
import type { FramePainter, RunnerFinder } from '../frame/index.ts'
import { type Callers, readSearchToken } from '../identity/index.ts'
import { findOpenOrders } from '../orders/index.ts'
import { limitTries } from '../promo/index.ts'
import { addCode } from './add-code.ts'
import { addItems } from './add-items.ts'
import { changeCart } from './change-cart.ts'
import { checkOut } from './checkout.ts'
import { authorizeCart, isProven, type Proof } from './owner.ts'
import { presentCart } from './present.ts'
import { purgeCartsJob, purgeExpired, sweepLater } from './purge-expired.ts'
import {
  changeCartRow,
  deleteCode,
  deleteItems,
  emptyCart,
  findCart,
  findLastCart,
  insertCart,
  lockCart,
} from './store.ts'

const triesOfCart = 10
/** Limits the tries per address. It is high, because all visitors of a finish area may share one. */
const triesOfAddress = 60

/**
 * Creates the cart routes. Any caller who knows the id of an open cart may fill it, unless an account owns it. Its e-mail,
 * checkout and order require the bound device or the account.
 */
export function createCartFeature(
  services: Services,
  ports: { finder: RunnerFinder; painter: FramePainter; callers: Callers },
): Feature {
  const { finder, callers } = ports
  const adding = { ...ports, objects: services.objects }
  const verifyClaims = (context: Context, input: { bearer: string | undefined }) => {
    const token = readSearchToken(input)
    return token === undefined ? undefined : verifySearchToken(context, services, token)
  }
  /** Handles a call about one cart after authorizing the caller. */
  const serve = <C extends Call>(
    app: FastifyInstance,
    call: C,
    handler: (...args: [...Parameters<Handler<C>>, proof: Proof]) => ReturnType<Handler<C>>,
  ) =>
    handle(app, call, async (context, input) => {
      const { shoppingCartId } = input.params as { shoppingCartId: string }
      const { token } = (input.query ?? {}) as { token?: string }
      const identity = await callers.authenticate(context, { ...input, bearer: input.bearer ?? token })
      const proof = { identity, deviceHash: readDeviceHash(input.request) }
      await authorizeCart(context, shoppingCartId, proof)
      return handler(context, input, proof)
    })

  return {
    jobs: { [purgeCartsJob]: purgeExpired },
    routes: (app) => {
      handle(app, createCart, async (context, input) => {
        const caller = await callers.authenticate(context, input)
        const requestedId = input.body.shoppingCartId
        const latestId =
          caller && requestedId === undefined ? await findLastCart(context, caller.subject) : undefined
        const shoppingCartId = requestedId ?? latestId ?? randomUUID()
        await insertCart(context, shoppingCartId, context.tenant.settings.currencyId)
        await authorizeCart(context, shoppingCartId, {
          identity: caller,
          deviceHash: readDeviceHash(input.request),
        })
        const cart = await findCart(context, shoppingCartId)
        if (cart?.state === 'Deleted') throw new Failure('CartDeleted')
        await sweepLater(context)
        return { shoppingCartId }
      })

      serve(app, getCart, async (context, { params, query }, proof) => {
        const cart = await findCart(context, params.shoppingCartId)
        if (!cart) throw new Failure('CartNotFound')
        const inItsLanguage = { ...context, language: query.lang ?? context.language }
        return presentCart(inItsLanguage, finder, cart, proof)
      })

      serve(app, addCartItem, async (context, input, proof) => {
        const { shoppingCartId } = input.params
        const claims = await verifyClaims(context, input)
        await addItems(context, adding, shoppingCartId, { items: [input.body] }, { claims, proof })
        return undefined
      })
      serve(app, addCartItems, async (context, input, proof) => {
        const { shoppingCartId } = input.params
        const { items, earlierOrders = [] } = input.body
        // Orders of other buyers would lower prices, and refusals would reveal their items.
        const ownOrders = await findOpenOrders(context, earlierOrders, proof)
        const claims = await verifyClaims(context, input)
        await addItems(
          context,
          adding,
          shoppingCartId,
          { items, earlierOrders: ownOrders },
          { claims, proof },
        )
        return undefined
      })

      serve(app, removeCartItem, async (context, { params: { shoppingCartId, itemId } }) => {
        await changeCart(context, shoppingCartId, async (inside) => {
          if ((await deleteItems(inside, shoppingCartId, [itemId])) === 0) throw new Failure('NotFound')
        })
        return undefined
      })
      serve(app, removeCartItems, async (context, { params, body }) => {
        await changeCart(context, params.shoppingCartId, (inside) =>
          deleteItems(inside, params.shoppingCartId, body),
        )
        return undefined
      })

      serve(app, addPromotionalCode, async (context, { params, body, request }) => {
        await limitTries(context, `cart ${params.shoppingCartId}`, triesOfCart)
        await limitTries(context, `address ${request.ip}`, triesOfAddress)
        await addCode(context, params.shoppingCartId, body.code)
        return undefined
      })
      serve(app, removePromotionalCode, async (context, { params: { shoppingCartId, codeId } }) => {
        await changeCart(context, shoppingCartId, async (inside) => {
          if (!(await deleteCode(inside, shoppingCartId, codeId))) throw new Failure('NotFound')
        })
        return undefined
      })

      serve(app, deleteCart, async (context, { params }) => {
        await inTransaction(context, async (inside) => {
          const cart = await lockCart(inside, params.shoppingCartId)
          if (!cart) throw new Failure('CartNotFound')
          if (cart.state === 'Processed') throw new Failure('CartProcessed')
          await emptyCart(inside, cart.id)
          await changeCartRow(inside, cart.id, { state: 'Deleted', email: null, attributes: [] })
        })
        return undefined
      })

      serve(app, setCartAttributes, async (context, { params, body }) => {
        await changeCart(context, params.shoppingCartId, async (inside, cart) => {
          const values = new Map([...cart.attributes, ...body].map(({ key, value }) => [key, value]))
          const attributes = [...values].map(([key, value]) => ({ key, value }))
          await changeCartRow(inside, cart.id, { attributes })
        })
        return undefined
      })

      serve(app, setCartCustomer, async (context, { params, body }, proof) => {
        const email = parseEmail(body.email)
        const { deviceHash } = proof
        await changeCart(context, params.shoppingCartId, async (inside, cart) => {
          // A cart without its device: the browser deleted its other data, and only the cookie remained.
          const isOwn = isProven(inside, cart, proof)
          if (!isOwn && deviceHash === undefined) throw new Failure('CartNotFound')
          await changeCartRow(inside, cart.id, {
            email,
            ...(deviceHash && { deviceHash }),
            // Earlier orders named by another device must not lower the prices of this one.
            ...(!isOwn && { earlierOrders: [] }),
          })
        })
        return undefined
      })

      serve(app, checkOutCall, (context, { params, body }, proof) =>
        checkOut(context, finder, params.shoppingCartId, {
          expectedTotal: body?.expectedTotal,
          proof,
          orderAgain: body?.orderAgain ?? false,
        }),
      )
    },
  }
}
