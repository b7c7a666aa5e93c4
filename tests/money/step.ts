import type fc from 'fast-check'
import { createCart } from '../../contract/cart.ts'
import { fetchAnswer, type sendCall } from '../support/server/api-calls.ts'
import { checkInvariants, type Model, type ModelCart, type Scenario } from './scenario.ts'

/** One action of a scenario. */
export type Step = fc.AsyncCommand<Model, Scenario>

/**
 * Creates a step, after which all invariants are checked. @param minutes that pass in it: skipped if fewer
 * are left in the scenario
 */
export function createStep(
  name: string,
  run: (model: Model, scenario: Scenario) => Promise<void>,
  minutes = 0,
): Step {
  return {
    check: (model) => minutes <= model.minutesLeft,
    run: async (model, scenario) => {
      model.minutesLeft -= minutes
      await run(model, scenario)
      await checkInvariants(model, scenario)
    },
    toString: () => name,
  }
}

/** Creates a step on one cart, which is created when first needed. */
export function createCartStep(
  name: string,
  cartIndex: number,
  run: (cart: ModelCart, scenario: Scenario) => Promise<void>,
): Step {
  return createStep(`${name} [cart ${cartIndex}]`, async (model, scenario) => {
    const cart = model.carts[cartIndex]
    if (!cart) return
    if (!cart.isCreated) {
      await fetchAnswer(scenario.shop.app, createCart, {
        body: { shoppingCartId: cart.id },
        address: scenario.address,
      })
      cart.isCreated = true
    }
    await run(cart, scenario)
  })
}

/** Returns the code of an answer, `ok` for a success. */
export async function readCode(
  response: Awaited<ReturnType<typeof sendCall>>,
  success: number,
): Promise<string> {
  return response.statusCode === success ? 'ok' : response.json<{ code: string }>().code
}
