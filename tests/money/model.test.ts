import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { report, startWatch } from '../support/data/figures.ts'
import { effort } from '../trials.ts'
import { endStory, newStory } from './buyer.ts'
import { minutes, timeoutInMs } from './limits.ts'
import { steps } from './steps.ts'
import { openTill, type Till } from './till.ts'

/**
 * Actions of buyers, the bank and time in any order: three carts that want the same codes, changing payment methods,
 * a silent bank, lost, repeated, late and reordered notifications, expiring orders, late payments, refunds. The invariants
 * hold after every step, and in the end everything is settled.
 */
let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

const seed = Number(process.env.MONEY_SEED ?? 20260912)

it(
  'keeps every invariant after any events in any order',
  async () => {
    const runs = effort({ quick: 6, full: 300, long: 5000 })
    const elapsedInMs = startWatch()
    let done = 0
    let taken = 0
    let orders = 0
    let completed = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { size: '+1', maxCommands: 40 }), async (commands) => {
        if (elapsedInMs() > minutes * 60_000) return
        const { model, real } = await newStory(till)
        taken += [...commands].length
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await endStory(model, real)
        done += 1
        orders += model.carts.filter(({ orderId }) => orderId).length
        for (const fate of real.before.values()) if (fate.orders[0]?.state === 'Completed') completed += 1
      }),
      { numRuns: runs, seed, endOnFailure: false },
    )
    expect(orders).toBeGreaterThan(0)
    expect(completed).toBeGreaterThan(0)
    report('a. model', {
      seed,
      runs: done,
      steps: taken,
      orders,
      completed,
      violations: 0,
      seconds: Math.round(elapsedInMs() / 1000),
    })
  },
  timeoutInMs,
)
