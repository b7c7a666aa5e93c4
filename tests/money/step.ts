import type fc from 'fast-check'
import { createCart } from '../../contract/cart.ts'
import { answer, type send } from '../support/server/api-calls.ts'
import { type CartInMind, checkAll, type Mind, type Story } from './buyer.ts'

/** One action of a scenario. */
export type Step = fc.AsyncCommand<Mind, Story>

/**
 * Creates a step, after which all invariants are checked. @param minutes that pass in it: skipped if fewer
 * are left in the scenario
 */
export function step(name: string, run: (mind: Mind, story: Story) => Promise<void>, minutes = 0): Step {
  return {
    check: (mind) => minutes <= mind.minutesLeft,
    run: async (mind, story) => {
      mind.minutesLeft -= minutes
      await run(mind, story)
      await checkAll(mind, story)
    },
    toString: () => name,
  }
}

/** Creates a step on one cart, which is created when first needed. */
export function onCart(
  name: string,
  place: number,
  run: (cart: CartInMind, story: Story) => Promise<void>,
): Step {
  return step(`${name} [cart ${place}]`, async (mind, story) => {
    const cart = mind.carts[place]
    if (!cart) return
    if (!cart.isThere) {
      await answer(story.till.app, createCart, { body: { shoppingCartId: cart.id } })
      cart.isThere = true
    }
    await run(cart, story)
  })
}

/** Returns the code of an answer, `ok` for a success. */
export async function readCode(response: Awaited<ReturnType<typeof send>>, success: number): Promise<string> {
  return response.statusCode === success ? 'ok' : response.json<{ code: string }>().code
}
