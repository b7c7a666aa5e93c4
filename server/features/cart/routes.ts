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
import { Email } from '../../../contract/common.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { type Handler, handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { verifySearchToken } from '../competitors/index.ts'
import type { FramePainter, RunnerFinder } from '../frame/index.ts'
import { type Callers, searchTokenOf } from '../identity/index.ts'
import { limitTries } from '../promo/index.ts'
import { addCode } from './add-code.ts'
import { addItems } from './add-items.ts'
import { changeCart } from './change-cart.ts'
import { checkOut } from './checkout.ts'
import { admit } from './owner.ts'
import { presentCart } from './present.ts'
import {
  changeCartRow,
  deleteCode,
  deleteItems,
  emptyCart,
  findCart,
  insertCart,
  lastCartOf,
  lockCart,
} from './store.ts'
import { sweep, sweepCarts, sweepLater } from './sweep.ts'

const triesOfCart = 10
/** Generous, because a whole finish area may share one address. */
const triesOfAddress = 60

/** Carts: whoever knows a cart's id may use it, unless it belongs to somebody who is signed in. */
export function createCartFeature(
  ground: Ground,
  ports: { finder: RunnerFinder; painter: FramePainter; callers: Callers },
): Feature {
  const { finder, callers } = ports
  const adding = { ...ports, objects: ground.objects }
  const claimsOf = (context: Context, input: { bearer: string | undefined }) => {
    const token = searchTokenOf(input)
    return token === undefined ? undefined : verifySearchToken(context, ground, token)
  }
  /** Serves a call about one cart, for those whom it lets in. */
  const serve = <C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>) =>
    handle(app, call, async (context, input) => {
      const { shoppingCartId } = input.params as { shoppingCartId: string }
      const { token } = (input.query ?? {}) as { token?: string }
      const caller = await callers.whoCalls(context, { ...input, bearer: input.bearer ?? token })
      await admit(context, shoppingCartId, caller)
      return handler(context, input)
    })

  return {
    jobs: { [sweepCarts]: sweep },
    routes: (app) => {
      handle(app, createCart, async (context, input) => {
        const caller = await callers.whoCalls(context, input)
        const wished = input.body.shoppingCartId
        const hers = caller && wished === undefined ? await lastCartOf(context, caller.subject) : undefined
        const shoppingCartId = wished ?? hers ?? randomUUID()
        await insertCart(context, shoppingCartId, context.tenant.settings.currencyId)
        await admit(context, shoppingCartId, caller)
        const cart = await findCart(context, shoppingCartId)
        if (cart?.state === 'Deleted') throw new Failure('CartDeleted')
        await sweepLater(context)
        return { shoppingCartId }
      })

      serve(app, getCart, async (context, { params, query }) => {
        const cart = await findCart(context, params.shoppingCartId)
        if (!cart) throw new Failure('CartNotFound')
        return presentCart({ ...context, language: query.lang ?? context.language }, finder, cart)
      })

      serve(app, addCartItem, async (context, input) => {
        const { shoppingCartId } = input.params
        await addItems(context, adding, shoppingCartId, [input.body], await claimsOf(context, input))
        return undefined
      })
      serve(app, addCartItems, async (context, input) => {
        const { shoppingCartId } = input.params
        await addItems(context, adding, shoppingCartId, input.body.items, await claimsOf(context, input))
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

      serve(app, setCartCustomer, async (context, { params, body }) => {
        const email = Email.safeParse(body.email)
        if (!email.success) throw new Failure('EmailInvalid')
        await changeCart(context, params.shoppingCartId, (inside, cart) =>
          changeCartRow(inside, cart.id, { email: email.data }),
        )
        return undefined
      })

      serve(app, checkOutCall, (context, { params, body }) =>
        checkOut(context, finder, params.shoppingCartId, body?.expectedTotal),
      )
    },
  }
}
