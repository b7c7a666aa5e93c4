import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportFigures, startStopwatch } from '../support/data/figures.ts'
import { selectByEffort } from '../trials.ts'
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts'
import { limitInMinutes, timeoutInMs } from './limits.ts'
import { createScenario, finishScenario } from './scenario.ts'
import { steps } from './steps.ts'

/**
 * Actions of buyers, the bank and time in any order: three carts that want the same codes, changing payment methods,
 * a silent bank, lost, repeated, late and reordered notifications, expiring orders, late payments, refunds. The invariants
 * hold after every step, and in the end everything is settled.
 */
let shop: FaultyShop
beforeAll(async () => {
  shop = await openFaultyShop()
})
afterAll(() => shop.close())

const seed = Number(process.env.MONEY_SEED ?? 20260912)

it(
  'keeps every invariant after any events in any order',
  async () => {
    const runs = selectByEffort({ quick: 6, full: 300, long: 5000 })
    const elapsedInMs = startStopwatch()
    let runsDone = 0
    let stepCount = 0
    let orders = 0
    let completed = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { size: '+1', maxCommands: 40 }), async (commands) => {
        if (elapsedInMs() > limitInMinutes * 60_000) return
        const { model, real } = await createScenario(shop)
        stepCount += [...commands].length
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await finishScenario(model, real)
        runsDone += 1
        orders += model.carts.filter(({ orderId }) => orderId).length
        for (const record of real.recordsBefore.values())
          if (record.orders[0]?.state === 'Completed') completed += 1
      }),
      { numRuns: runs, seed, endOnFailure: false },
    )
    expect(orders).toBeGreaterThan(0)
    expect(completed).toBeGreaterThan(0)
    reportFigures('a. model', {
      seed,
      runs: runsDone,
      steps: stepCount,
      orders,
      completed,
      violations: 0,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)
