import { expect, it } from 'vitest'
import { priceCart } from '../../contract/price-rules.ts'
import { toPercentage } from '../../contract/prices/amounts.ts'
import type { PricingCode } from '../../contract/prices/codes.ts'
import { createRandom } from '../../scripts/faults/random.ts'
import { reportFigures } from '../support/data/figures.ts'
import { buildPricedItem } from '../support/data/price-cases.ts'
import { selectByEffort } from '../trials.ts'
import { computeAmountToPay, computePrice, type ListedCode } from './price-oracle.ts'

const seed = Number(process.env.MONEY_SEED ?? 20260914)

const tiers = [
  { from: 3, price: 33_000 },
  { from: 5, price: 27_000 },
]
const buildPhoto = (id: string) => buildPricedItem(id, 'photo', 39_000, { tiers })
const buildPackage = (id: string) => buildPricedItem(id, 'photos_with_me', 199_000)

/** Gift codes can be combined, other codes cannot. */
function createRandomCodes(random: () => number): ListedCode[] {
  const codeCount = Math.floor(random() * 4)
  if (random() < 0.3) return Array.from({ length: codeCount }, () => ({ kind: 'gift', value: 0 }))
  if (codeCount === 0) return []
  const photosOnly = random() < 0.5
  const isFullDiscount = random() < 0.1
  return random() < 0.5
    ? [{ kind: 'percent', value: isFullDiscount ? 100 : 1 + Math.floor(random() * 100), photosOnly }]
    : [
        {
          kind: 'fixed',
          value: 1 + Math.floor(random() * (isFullDiscount ? 10_000_000 : 300_000)),
          photosOnly,
        },
      ]
}

const toPricingCode = ({ kind, value, photosOnly }: ListedCode, index: number): PricingCode => ({
  codeId: `c${index}`,
  kind,
  value,
  productTypes: kind === 'gift' ? ['photos_with_me'] : photosOnly ? ['photo'] : [],
  catalogIds: [],
})

it('prices carts as they are priced in another way, to the kopeck', () => {
  const cartCount = selectByEffort({ quick: 10_000, full: 100_000, long: 1_000_000 })
  const random = createRandom(seed)
  let freeCount = 0
  let withCodesCount = 0
  for (let cart = 0; cart < cartCount; cart++) {
    const photos = Math.floor(random() * random() * 60)
    const packages = Math.floor(random() * random() * 5)
    const codes = createRandomCodes(random)
    const cartItems = [
      ...Array.from({ length: photos }, (_, index) => buildPhoto(`p${index}`)),
      ...Array.from({ length: packages }, (_, index) => buildPackage(`a${index}`)),
    ]
    // the order of adding makes no difference
    if (random() < 0.5) cartItems.reverse()
    const priced = priceCart(cartItems, codes.map(toPricingCode))
    const expected = computePrice({ photos, packages }, codes)
    const description = `${photos} photos, ${packages} packages, ${JSON.stringify(codes)}`
    const found = { total: priced.totalAmount, discounts: priced.discounts.map(({ discount }) => discount) }
    const lines = priced.lines.reduce((sum, { price, discount }) => sum + price - discount, 0)
    if (
      found.total !== expected.total ||
      lines !== expected.total ||
      found.discounts.join() !== expected.discounts.join()
    )
      expect({ how: description, lines, ...found }, 'against price-oracle.ts').toEqual({
        how: description,
        lines: expected.total,
        ...expected,
      })
    if (priced.lines.some(({ price, discount }) => discount < 0 || discount > price)) expect.fail(description)
    const fastAmount = found.total - toPercentage(found.total, 5)
    if (fastAmount !== computeAmountToPay(expected.total, 'fast'))
      expect.fail(`the fast payment of ${description}`)
    if (found.total === 0) freeCount += 1
    if (codes.length > 0) withCodesCount += 1
  }
  expect(freeCount).toBeGreaterThan(0)
  expect(withCodesCount).toBeGreaterThan(cartCount / 4)
  reportFigures('j. prices', {
    seed,
    carts: cartCount,
    'with codes': withCodesCount,
    free: freeCount,
    differences: 0,
  })
})
