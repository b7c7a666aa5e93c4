import { describe, expect, it } from 'vitest'
import type { Money } from '../../../contract/common.ts'
import { stepsOf } from './steps.ts'

const rub = (roubles: number): Money => ({ amount: roubles * 100, currencyId: 643 })
const single = {
  price: rub(390),
  priceTiers: [
    { from: 5, price: rub(270) },
    { from: 3, price: rub(330) },
  ],
}
const all = { price: rub(1990), photosCount: 14 }

describe('the discount ladder', () => {
  it('names the threshold ahead and how many photos are missing', () => {
    const steps = stepsOf({ count: 3, single, package: all })
    expect(steps.sum).toEqual(rub(990))
    expect(steps.next).toMatchObject({ at: 5, missing: 2, price: rub(270), isPackage: false })
    expect(steps.total).toBe(14)
    expect(steps.flags.map((flag) => [flag.at, flag.next])).toEqual([
      [3, false],
      [5, true],
      [14, false],
    ])
  })

  it('never lets photos of a package cost more than the package, and says what else it holds', () => {
    const steps = stepsOf({ count: 8, single, package: all, isInside: true })
    expect(steps.sum).toEqual(rub(1990))
    expect(steps.packageCostsTheSame).toBe(true)
    expect(steps.next).toMatchObject({ isPackage: true, price: rub(1990) })
  })

  it('counts the photos that are in the cart already', () => {
    const steps = stepsOf({ count: 1, inCart: 2, single })
    expect(steps.sum, 'two cost 780, three 990').toEqual(rub(210))
    expect(steps.next).toMatchObject({ missing: 2 })
  })

  it('has no threshold ahead at the end of the ladder without a package', () => {
    expect(stepsOf({ count: 6, single }).next).toBeUndefined()
  })

  it('shows no threshold that cannot be reached', () => {
    const steps = stepsOf({ count: 1, single, package: { price: rub(900), photosCount: 4 } })
    expect(steps.flags.map((flag) => flag.at)).toEqual([3, 4])
  })
})
