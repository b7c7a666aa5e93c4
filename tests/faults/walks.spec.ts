import { randomFrom } from '../../scripts/faults/random.ts'
import { visitEvent } from './runner.ts'
import { expect, rows, test } from './test-server.ts'
import { type FaultName, faults } from './walks/faults.ts'
import { expectPromisesKept } from './walks/promises.ts'
import { findOrderRows, type StepName, steps } from './walks/steps.ts'
import { Walker } from './walks/walker.ts'

const isAll = process.env.FAULTS === 'all'
const first = Number(process.env.SEED ?? 1)
const walks = Number(process.env.WALKS ?? 100)
/** Two seeds per push, which together cover all faults but one. */
const seeds = isAll ? Array.from({ length: walks }, (_, at) => first + at) : [19, 22]
const faultsInAll = 5
const patienceInMs = 15_000

type Plan = Record<StepName, FaultName[]>

/** Plans which faults happen at which step, in this order. */
function planFrom(random: () => number): Plan {
  const plan: Plan = { search: [], selfie: [], cart: [], checkout: [], pay: [], return: [] }
  const drawn = <Name>(names: readonly Name[]) => names[Math.floor(random() * names.length)] as Name
  for (let count = 0; count < faultsInAll; count++)
    plan[drawn(Object.keys(plan) as StepName[])].push(drawn(Object.keys(faults) as FaultName[]))
  return plan
}

const describePlan = (plan: Plan) =>
  Object.entries(plan)
    .map(([step, met]) => (met.length > 0 ? `${step} (${met.join(', ')})` : step))
    .join(' → ')

for (const seed of seeds) {
  const random = randomFrom(seed)
  const plan = planFrom(random)
  test(`a purchase with seed ${seed}: ${describePlan(plan)}`, async ({ phone, network }) => {
    test.setTimeout(300_000)
    const walker = new Walker(phone, network, `walk-${seed}-${Date.now()}@example.com`)
    await visitEvent(await phone.open('/'))
    for (const [name, step] of Object.entries(steps)) {
      const go = (page: Parameters<typeof step.go>[0]) => step.go(page, walker)
      for (const fault of plan[name as StepName])
        await test.step(`${name}: ${fault}`, () => faults[fault](walker, go, random))
      await test.step(`${name}: done`, async () => {
        await expect(async () => {
          const page = await walker.page(patienceInMs)
          if (!(await step.isDone(page, walker))) await go(page)
          expect(await step.isDone(page, walker)).toBe(true)
        }).toPass({ timeout: 90_000 })
        await expectPromisesKept(await walker.page(patienceInMs), walker)
      })
    }
    await expectPaidOnce(walker)
  })
}

/** Checks that the order is complete, and its e-mail is written. */
async function expectPaidOnce(walker: Walker): Promise<void> {
  const [order] = await findOrderRows(walker)
  expect(order?.state).toBe('Completed')
  await expect
    .poll(() =>
      rows(`select state from jobs where kind = 'mailing.order-completed' and unique_key = '${order?.id}'`),
    )
    .toEqual([{ state: 'Done' }])
}
