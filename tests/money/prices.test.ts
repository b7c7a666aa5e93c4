import { expect, it } from 'vitest'
import { type PricedItem, type PricingCode, priceCart, toPercentage } from '../../contract/price-rules.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import { report } from '../support/data/figures.ts'
import { effort } from '../trials.ts'
import { type CodeOnList, computePrice, toPay } from './price-oracle.ts'

const seed = Number(process.env.MONEY_SEED ?? 20260914)

const tiers = [
  { from: 3, price: 33_000 },
  { from: 5, price: 27_000 },
]
const photo = (id: string): PricedItem => ({
  ...{ id, catalogId: 'a', productType: 'photo', price: 39_000, tiers },
})
const pack = (id: string): PricedItem => ({
  ...{ id, catalogId: 'a', productType: 'photos_with_me', price: 199_000, tiers: [] },
})

/** Gift codes can be combined, other codes cannot. */
function someCodes(chance: () => number): CodeOnList[] {
  const many = Math.floor(chance() * 4)
  if (chance() < 0.3) return Array.from({ length: many }, () => ({ kind: 'gift', value: 0 }))
  if (many === 0) return []
  const photosOnly = chance() < 0.5
  const whole = chance() < 0.1
  return chance() < 0.5
    ? [{ kind: 'percent', value: whole ? 100 : 1 + Math.floor(chance() * 100), photosOnly }]
    : [{ kind: 'fixed', value: 1 + Math.floor(chance() * (whole ? 10_000_000 : 300_000)), photosOnly }]
}

const asPricing = ({ kind, value, photosOnly }: CodeOnList, place: number): PricingCode => ({
  codeId: `c${place}`,
  kind,
  value,
  productTypes: kind === 'gift' ? ['photos_with_me'] : photosOnly ? ['photo'] : [],
  catalogIds: [],
})

it('prices carts as they are priced in another way, to the kopeck', () => {
  const carts = effort({ quick: 10_000, full: 100_000, long: 1_000_000 })
  const chance = randomFrom(seed)
  let free = 0
  let withCodes = 0
  for (let cart = 0; cart < carts; cart++) {
    const photos = Math.floor(chance() * chance() * 60)
    const packages = Math.floor(chance() * chance() * 5)
    const codes = someCodes(chance)
    const cartItems = [
      ...Array.from({ length: photos }, (_, index) => photo(`p${index}`)),
      ...Array.from({ length: packages }, (_, index) => pack(`a${index}`)),
    ]
    // the order of adding makes no difference
    if (chance() < 0.5) cartItems.reverse()
    const priced = priceCart(cartItems, codes.map(asPricing))
    const expected = computePrice({ photos, packages }, codes)
    const how = `${photos} photos, ${packages} packages, ${JSON.stringify(codes)}`
    const found = { total: priced.totalAmount, discounts: priced.discounts.map(({ discount }) => discount) }
    const lines = priced.lines.reduce((sum, { price, discount }) => sum + price - discount, 0)
    if (
      found.total !== expected.total ||
      lines !== expected.total ||
      found.discounts.join() !== expected.discounts.join()
    )
      expect({ how, lines, ...found }, 'against price-oracle.ts').toEqual({
        how,
        lines: expected.total,
        ...expected,
      })
    if (priced.lines.some(({ price, discount }) => discount < 0 || discount > price)) expect.fail(how)
    const fast = found.total - toPercentage(found.total, 5)
    if (fast !== toPay(expected.total, 'fast')) expect.fail(`the fast payment of ${how}`)
    if (found.total === 0) free += 1
    if (codes.length > 0) withCodes += 1
  }
  expect(free).toBeGreaterThan(0)
  expect(withCodes).toBeGreaterThan(carts / 4)
  report('j. prices', { seed, carts, 'with codes': withCodes, free, differences: 0 })
})
