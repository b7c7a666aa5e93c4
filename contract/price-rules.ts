import type { ProductType } from './catalog.ts'

/** Describes a price threshold: from `from` pieces of one catalog on, each costs `price` minor units. */
export interface Tier {
  readonly from: number
  readonly price: number
}

/** Price of one photo: before thresholds, and the lower prices by count. */
export interface SinglePrice {
  readonly price: number
  readonly tiers: readonly Tier[]
}

/** One item to be bought. Amounts are in minor units. */
export interface PricedItem extends SinglePrice {
  readonly id: string
  readonly catalogId: string
  readonly productType: ProductType
  /** Set for a single photo. A package that contains it pays for it. */
  readonly photoId?: string | undefined
  /** Frame of framed products. A package pays only for photos in its own frame. */
  readonly frameId?: string | undefined
  /** Set for a package: the photos it would add to what the buyer has, as far as they are known. */
  readonly photoIds?: readonly string[] | undefined
  /** Set for a package that also delivers photos added later. No number of single photos is equivalent to it. */
  readonly mayGrow?: boolean | undefined
  /** Set for a package: the price of its photos one by one. */
  readonly single?: SinglePrice | undefined
  /** A higher price that the shop charges at another time, e.g. after the pre-order. */
  readonly laterPrice?: number | undefined
}

/** A promo code and its effect. A `gift` pays for one whole “All photos with me”. */
export interface PricingCode {
  readonly codeId: string
  readonly kind: 'percent' | 'fixed' | 'gift'
  /** Percent, or minor units. Unused for a gift. */
  readonly value: number
  /** Empty: applies to every product type or catalog. */
  readonly productTypes: readonly ProductType[]
  readonly catalogIds: readonly string[]
}

export interface PricedLine {
  readonly id: string
  /** The higher price at another time, e.g. after the pre-order; otherwise the price. */
  readonly originalPrice: number
  /** Price in this cart before codes. */
  readonly price: number
  /** Share of this line in the discounts of the codes. */
  readonly discount: number
  /** Product type that it is charged as: single photos as the package that contains them, or a package as its photos. */
  readonly chargedAs: ProductType
}

export interface NextTier {
  /** Number of additional photos that lower the price of each. */
  readonly missing: number
  /** Price of each of them at that count. */
  readonly price: number
}

export interface Pricing {
  readonly lines: readonly PricedLine[]
  /** Sum of the lines' prices before codes. */
  readonly amount: number
  /** Difference before codes between the lines and every photo of a package bought one by one; 0 without a package. */
  readonly savedByPackages: number
  readonly discounts: readonly { readonly codeId: string; readonly discount: number }[]
  /** Sum of the lines' prices minus their discounts: the amount due. */
  readonly totalAmount: number
  readonly nextTier: NextTier | undefined
}

/** Returns the price of one piece when `count` of them are bought together. A threshold never raises it. */
export function unitPrice(price: number, tiers: readonly Tier[], count: number): number {
  return Math.min(price, ...tiers.filter((tier) => tier.from <= count).map((tier) => tier.price))
}

/** Returns the nearest threshold that lowers the price, or undefined at the lowest price. */
export function findNextTier(price: number, tiers: readonly Tier[], count: number): NextTier | undefined {
  const now = unitPrice(price, tiers, count)
  const [next] = tiers
    .filter((tier) => tier.from > count && tier.price < now)
    .toSorted((one, other) => one.from - other.from)
  return next && { missing: next.from - count, price: next.price }
}

/** Returns a percentage of an amount in minor units, rounded half up once. */
export function toPercentage(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100)
}

/** Returns whether a code may lower the price of an item. */
export function codeApplies(code: PricingCode, item: Pick<PricedItem, 'productType' | 'catalogId'>): boolean {
  if (code.kind === 'gift' && item.productType !== 'photos_with_me') return false
  const typeFits = code.productTypes.length === 0 || code.productTypes.includes(item.productType)
  return typeFits && (code.catalogIds.length === 0 || code.catalogIds.includes(item.catalogId))
}

/** Returns whether two codes exclude each other. Only gifts can be combined, as each pays for a separate package. */
export function codesConflict(one: Pick<PricingCode, 'kind'>, other: Pick<PricingCode, 'kind'>): boolean {
  return one.kind !== 'gift' || other.kind !== 'gift'
}

/**
 * Prices a whole cart. The buyer pays for the cheapest combination of catalog products that contains the chosen items:
 * more photos than chosen where a threshold makes them cheaper together, a package in place of its photos, or the photos of a
 * package that cannot grow in place of the package. Then the codes are applied in the order in which they were added. Every
 * amount is a whole number of minor units, and the lines add up to the total.
 *
 * @param offers packages of the runners whose photos are in the cart, to charge photos as; not bought themselves
 */
export function priceCart(
  items: readonly PricedItem[],
  codes: readonly PricingCode[],
  offers: readonly PricedItem[] = [],
): Pricing {
  const byGroup = [...new Set(items.map(toGroupKey))].map((group) => ({
    group,
    items: items.filter((item) => toGroupKey(item) === group),
    offers: offers.filter((offer) => toGroupKey(offer) === group),
  }))
  const { charges, discounts } = findCheapest(
    byGroup.map((one) => listCombinations(one.items, one.offers)),
    codes,
  )
  const saved = byGroup.map(({ group, items: chosen }) =>
    savedBy(
      charges.filter((charge) => toGroupKey(charge) === group),
      chosen,
    ),
  )
  const lines = items.map((item): PricedLine => {
    const own = charges.filter((charge) => charge.lineId === item.id)
    const price = addAmounts(own.map((charge) => charge.price))
    const isSame = own.some((charge) => charge.productType === item.productType)
    return {
      id: item.id,
      originalPrice: Math.max(price, item.laterPrice ?? 0),
      price,
      discount: addAmounts(own.map((charge) => charge.discount)),
      chargedAs: isSame ? item.productType : (own[0]?.productType ?? item.productType),
    }
  })
  return {
    lines,
    amount: addAmounts(lines.map((line) => line.price)),
    savedByPackages: addAmounts(saved),
    discounts,
    totalAmount: addAmounts(lines.map((line) => line.price - line.discount)),
    nextTier: nearestTier(items),
  }
}

/** Part of a cart's price: one line, charged as one catalog product. */
interface Charge {
  readonly lineId: string
  /** The charged product: the line itself, or a package that several lines are charged as. */
  readonly bought: string
  readonly catalogId: string
  readonly productType: ProductType
  readonly price: number
  discount: number
}

/** One way to buy the chosen items. */
type Combination = readonly Charge[]

const singleTypes: { readonly [Type in ProductType]?: ProductType } = {
  photos_with_me: 'photo',
  photosWithFrame: 'frame',
}

const isPackage = ({ productType }: Pick<PricedItem, 'productType'>) => singleTypes[productType] !== undefined

/** Returns the key of a group. Photos and packages of one kind in one catalog can replace each other. */
function toGroupKey({ catalogId, productType }: Pick<PricedItem, 'catalogId' | 'productType'>): string {
  return `${catalogId}\n${singleTypes[productType] ?? productType}`
}

/** A photo to be paid, and the line that pays for it. */
interface Needed extends SinglePrice {
  readonly lineId: string
  readonly photo: string | undefined
}

const toPhotoKey = (photoId: string | undefined, frameId: string | undefined) =>
  photoId === undefined ? undefined : `${photoId}\n${frameId ?? ''}`

const photosIn = ({ photoIds = [], frameId }: PricedItem) => photoIds.map((id) => toPhotoKey(id, frameId))

/** Maximum number of packages of a group that are tried in all combinations. The others stay as chosen. */
const triedAtMost = 8

/** Returns the ways to buy one group of items, starting with the one that was chosen. */
function listCombinations(items: readonly PricedItem[], offers: readonly PricedItem[]): Combination[] {
  const chosenPackages = items.filter(isPackage)
  const singles = items.filter((item) => !isPackage(item))
  const chosen = new Set(singles.map(({ photoId, frameId }) => toPhotoKey(photoId, frameId)))
  const inside = (offer: PricedItem) => photosIn(offer).filter((photo) => chosen.has(photo)).length
  const apart = chosenPackages.filter(
    ({ mayGrow, single, photoIds }) => !mayGrow && single && photoIds?.length,
  )
  for (const one of apart) for (const photo of photosIn(one)) chosen.add(photo)
  const useful = offers.filter((offer) => inside(offer) > 0).sort((one, other) => inside(other) - inside(one))
  const open = [...apart, ...useful].slice(0, triedAtMost)
  return Array.from({ length: 2 ** open.length }, (_, choice) => {
    // a set bit selects the alternative: a package as its photos, or an offer
    const isOther = (one: PricedItem) => (choice & (1 << open.indexOf(one))) !== 0 && open.includes(one)
    const kept = chosenPackages.filter((one) => !isOther(one))
    const taken = [...kept, ...useful.filter(isOther)]
    return buy(singles, chosenPackages, kept, taken)
  })
}

/** Returns the charges for the taken packages, and for each photo outside of them. */
function buy(
  singles: readonly PricedItem[],
  chosenPackages: readonly PricedItem[],
  kept: readonly PricedItem[],
  taken: readonly PricedItem[],
): Charge[] {
  const wanted: Needed[] = singles.map(({ id, photoId, frameId, price, tiers }) => ({
    ...{ lineId: id, photo: toPhotoKey(photoId, frameId), price, tiers },
  }))
  const known = new Set(wanted.map(({ photo }) => photo))
  for (const one of chosenPackages) {
    if (kept.includes(one) || !one.single) continue
    for (const photo of photosIn(one)) {
      if (!known.has(photo)) wanted.push({ ...one.single, lineId: one.id, photo })
      known.add(photo)
    }
  }
  const coveredBy = new Map<string | undefined, PricedItem>()
  for (const one of taken)
    for (const photo of photosIn(one)) if (!coveredBy.has(photo)) coveredBy.set(photo, one)
  const outside = wanted.filter(({ photo }) => photo === undefined || !coveredBy.has(photo))
  const first = singles[0] ?? chosenPackages[0]
  const productType = first && (singleTypes[first.productType] ?? first.productType)
  const charges = pricesTogether(outside).flatMap((price, at): Charge[] => {
    const { lineId } = outside[at] as Needed
    const catalogId = first?.catalogId ?? ''
    return productType ? [{ lineId, bought: lineId, catalogId, productType, price, discount: 0 }] : []
  })
  const packages = pricesTogether(taken)
  for (const [at, { id, catalogId, productType: type }] of taken.entries()) {
    const price = packages[at] ?? 0
    const payers = kept.some((one) => one.id === id)
      ? [id]
      : wanted.filter(({ photo }) => coveredBy.get(photo)?.id === id).map(({ lineId }) => lineId)
    const shares = shared(
      price,
      payers.map(() => 1),
    )
    for (const [place, lineId] of payers.entries())
      charges.push({
        lineId,
        bought: id,
        catalogId,
        productType: type,
        price: shares[place] ?? 0,
        discount: 0,
      })
  }
  return charges
}

/** Returns the price of each item when all are bought together, or with more of them where that is cheaper in total. */
function pricesTogether(items: readonly SinglePrice[]): number[] {
  const counts = new Set([items.length, ...items.flatMap(({ tiers }) => tiers.map(({ from }) => from))])
  let best: { sum: number; prices: number[] } | undefined
  for (const count of [...counts].sort((one, other) => one - other)) {
    if (count < items.length) continue
    const prices = items.map(({ price, tiers }) => unitPrice(price, tiers, count))
    const sum = addAmounts(prices) + (count - items.length) * Math.min(...prices)
    if (!best || sum < best.sum) best = { sum, prices }
  }
  return best ? shared(best.sum, best.prices) : []
}

/** Splits an amount into whole parts by weight. */
function shared(amount: number, weights: readonly number[]): number[] {
  const all = addAmounts(weights)
  let given = 0
  let passed = 0
  return weights.map((weight, at) => {
    passed += weight
    const share =
      (all === 0 ? Math.floor((amount * (at + 1)) / weights.length) : Math.floor((amount * passed) / all)) -
      given
    given += share
    return share
  })
}

/** Maximum number of combinations of whole carts that are tried. Beyond that, each group takes its own cheapest one. */
const combinationsAtMost = 4096

/** Returns the combination of each group with which the whole cart costs least after its codes. */
function findCheapest(groups: readonly Combination[][], codes: readonly PricingCode[]) {
  const many = groups.reduce((product, group) => product * group.length, 1)
  const isJoint = codes.length > 0 && many <= combinationsAtMost
  const open = isJoint ? groups : groups.map((group) => [group.reduce(cheaper, group[0] ?? [])])
  let best: { charges: Charge[]; discounts: Pricing['discounts']; total: number } | undefined
  for (let choice = 0; choice < open.reduce((product, group) => product * group.length, 1); choice++) {
    let left = choice
    const charges = open.flatMap((group) => {
      const picked = group[left % group.length] ?? []
      left = Math.floor(left / group.length)
      return picked.map((charge) => Object.assign({}, charge))
    })
    const discounts = codes.map((code) => ({ codeId: code.codeId, discount: applyCode(code, charges) }))
    const total = addAmounts(charges.map(rest))
    if (!best || total < best.total) best = { charges, discounts, total }
  }
  return best ?? { charges: [], discounts: [] }
}

const cheaper = (one: Combination, other: Combination) =>
  addAmounts(other.map(({ price }) => price)) < addAmounts(one.map(({ price }) => price)) ? other : one

const addAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Returns how much less the charges of a group cost than its photos one by one; 0 when they are charged so, or are unknown. */
function savedBy(charges: readonly Charge[], items: readonly PricedItem[]): number {
  if (!charges.some(isPackage)) return 0
  const unknown = ({ single, photoIds }: PricedItem) => !single || !photoIds?.length
  const kept = items.filter((item) => isPackage(item) && unknown(item))
  const singles = items.filter((item) => !isPackage(item))
  const apart = buy(singles, items.filter(isPackage), kept, kept)
  return Math.max(
    0,
    addAmounts(apart.map(({ price }) => price)) - addAmounts(charges.map(({ price }) => price)),
  )
}

/** Spreads the discount of a code over the charges it applies to. Returns the whole discount. */
function applyCode(code: PricingCode, charges: readonly Charge[]): number {
  const open = charges.filter((charge) => rest(charge) > 0 && codeApplies(code, charge))
  if (code.kind === 'gift') {
    const left = new Map<string, number>()
    // a gift pays for a chosen package, never for photos that are charged as one
    for (const charge of open.filter(({ bought, lineId }) => bought === lineId))
      left.set(charge.bought, (left.get(charge.bought) ?? 0) + rest(charge))
    const [dearest] = [...left].sort(([, one], [, other]) => other - one)
    if (!dearest) return 0
    for (const charge of open) if (charge.lineId === dearest[0]) charge.discount += rest(charge)
    return dearest[1]
  }
  const rests = open.map(rest)
  const base = addAmounts(rests)
  const discount = Math.min(base, code.kind === 'percent' ? toPercentage(base, code.value) : code.value)
  const shares = shared(discount, rests)
  for (const [at, charge] of open.entries()) charge.discount += shares[at] ?? 0
  return discount
}

const rest = (charge: Charge) => charge.price - charge.discount

function nearestTier(items: readonly PricedItem[]): NextTier | undefined {
  const key = ({ catalogId, productType }: PricedItem) => `${catalogId}\n${productType}`
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  const [nearest] = items
    .flatMap((item) => findNextTier(item.price, item.tiers, counts.get(key(item)) ?? 0) ?? [])
    .toSorted((one, other) => one.missing - other.missing || one.price - other.price)
  return nearest
}
