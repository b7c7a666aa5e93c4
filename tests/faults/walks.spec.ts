import { createRandom } from '../../scripts/faults/random.ts'
import { visitEvent } from './steps.ts'
import { expect, queryRows, test } from './test-server.ts'
import { type FaultName, faults } from './walks/faults.ts'
import { expectInvariants } from './walks/invariants.ts'
import { SimulatedBuyer } from './walks/simulated-buyer.ts'
import { findOrderRows, type StepName, steps } from './walks/steps.ts'

const isFullRun = process.env.FAULTS === 'all'
const firstSeed = Number(process.env.SEED ?? 1)
const walkCount = Number(process.env.WALKS ?? 100)
/** Two seeds per push, which together cover all faults but one. */
const seeds = isFullRun ? Array.from({ length: walkCount }, (_, at) => firstSeed + at) : [19, 22]
const faultCount = 5
const pageTimeoutInMs = 15_000

type Plan = Record<StepName, FaultName[]>

/** Plans which faults happen at which step, in this order. */
function createPlan(random: () => number): Plan {
  const plan: Plan = { search: [], selfie: [], cart: [], checkout: [], pay: [], return: [] }
  const pickRandom = <Name>(names: readonly Name[]) => names[Math.floor(random() * names.length)] as Name
  for (let count = 0; count < faultCount; count++)
    plan[pickRandom(Object.keys(plan) as StepName[])].push(pickRandom(Object.keys(faults) as FaultName[]))
  return plan
}

const describePlan = (plan: Plan) =>
  Object.entries(plan)
    .map(([step, stepFaults]) => (stepFaults.length > 0 ? `${step} (${stepFaults.join(', ')})` : step))
    .join(' → ')

for (const seed of seeds) {
  const random = createRandom(seed)
  const plan = createPlan(random)
  test(`a purchase with seed ${seed}: ${describePlan(plan)}`, async ({ phone, network }) => {
    test.setTimeout(300_000)
    const buyer = new SimulatedBuyer(phone, network, `walk-${seed}-${Date.now()}@example.com`)
    await visitEvent(await phone.open('/'))
    for (const [name, step] of Object.entries(steps)) {
      const startStep = (page: Parameters<typeof step.run>[0]) => step.run(page, buyer)
      for (const fault of plan[name as StepName])
        await test.step(`${name}: ${fault}`, () => faults[fault](buyer, startStep, random))
      await test.step(`${name}: done`, async () => {
        await expect(async () => {
          const page = await buyer.page(pageTimeoutInMs)
          if (!(await step.isDone(page, buyer))) await startStep(page)
          expect(await step.isDone(page, buyer)).toBe(true)
        }).toPass({ timeout: 90_000 })
        await expectInvariants(await buyer.page(pageTimeoutInMs), buyer)
      })
    }
    await expectPaidOnce(buyer)
  })
}

/** Checks that the order is complete, and its e-mail is written. */
async function expectPaidOnce(buyer: SimulatedBuyer): Promise<void> {
  const [order] = await findOrderRows(buyer)
  expect(order?.state).toBe('Completed')
  await expect
    .poll(() =>
      queryRows(
        `select state from jobs where kind = 'mailing.order-completed' and unique_key = '${order?.id}'`,
      ),
    )
    .toEqual([{ state: 'Done' }])
}
