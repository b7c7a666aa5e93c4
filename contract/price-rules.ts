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
  /** Price of all photos bought one by one minus the price of the lines, both before codes. 0 without a package. */
  readonly savedByPackages: number
  readonly discounts: readonly { readonly codeId: string; readonly discount: number }[]
  /** Sum of the lines' prices minus their discounts: the amount due. */
  readonly totalAmount: number
  readonly nextTier: NextTier | undefined
}

/** Returns the price of one piece when `count` of them are bought together. A threshold never raises it. */
export function getUnitPrice(price: number, tiers: readonly Tier[], count: number): number {
  return Math.min(price, ...tiers.filter((tier) => tier.from <= count).map((tier) => tier.price))
}

/** Returns the nearest threshold that lowers the price, or undefined at the lowest price. */
export function findNextTier(price: number, tiers: readonly Tier[], count: number): NextTier | undefined {
  const currentPrice = getUnitPrice(price, tiers, count)
  const [next] = tiers
    .filter((tier) => tier.from > count && tier.price < currentPrice)
    .toSorted((one, other) => one.from - other.from)
  return next && { missing: next.from - count, price: next.price }
}

/** Returns a percentage of an amount in minor units, rounded half up once. */
export function toPercentage(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100)
}

/** Returns whether a code may lower the price of an item. */
export function isCodeApplicable(
  code: PricingCode,
  item: Pick<PricedItem, 'productType' | 'catalogId'>,
): boolean {
  if (code.kind === 'gift' && item.productType !== 'photos_with_me') return false
  const isTypeEligible = code.productTypes.length === 0 || code.productTypes.includes(item.productType)
  return isTypeEligible && (code.catalogIds.length === 0 || code.catalogIds.includes(item.catalogId))
}

/** Returns whether two codes exclude each other. Only gifts can be combined, as each pays for a separate package. */
export function areCodesConflicting(
  one: Pick<PricingCode, 'kind'>,
  other: Pick<PricingCode, 'kind'>,
): boolean {
  return one.kind !== 'gift' || other.kind !== 'gift'
}

/**
 * Prices a whole cart. The buyer pays for the cheapest combination of catalog products that contains the chosen items:
 * more photos than chosen where a threshold makes them cheaper together, a package in place of its photos, or the photos of a
 * package that cannot grow in place of the package. Then the codes are applied in the order in which they were added. Every
 * amount is a whole number of minor units, and the lines add up to the total.
 *
 * @param offers packages of the runners whose photos are in the cart. Photos may be charged as one of them; offers are never
 *   cart lines.
 */
export function priceCart(
  items: readonly PricedItem[],
  codes: readonly PricingCode[],
  offers: readonly PricedItem[] = [],
): Pricing {
  const groups = [...new Set(items.map(toGroupKey))].map((groupKey) => ({
    groupKey,
    items: items.filter((item) => toGroupKey(item) === groupKey),
    offers: offers.filter((offer) => toGroupKey(offer) === groupKey),
  }))
  const { charges, discounts } = findCheapest(
    groups.map((group) => listCombinations(group.items, group.offers)),
    codes,
  )
  const savedByGroup = groups.map(({ groupKey, items: chosen }) =>
    computeSavings(
      charges.filter((charge) => toGroupKey(charge) === groupKey),
      chosen,
    ),
  )
  const lines = items.map((item): PricedLine => {
    const lineCharges = charges.filter((charge) => charge.lineId === item.id)
    const price = addAmounts(lineCharges.map((charge) => charge.price))
    const isOwnType = lineCharges.some((charge) => charge.productType === item.productType)
    return {
      id: item.id,
      originalPrice: Math.max(price, item.laterPrice ?? 0),
      price,
      discount: addAmounts(lineCharges.map((charge) => charge.discount)),
      chargedAs: isOwnType ? item.productType : (lineCharges[0]?.productType ?? item.productType),
    }
  })
  return {
    lines,
    amount: addAmounts(lines.map((line) => line.price)),
    savedByPackages: addAmounts(savedByGroup),
    discounts,
    totalAmount: addAmounts(lines.map((line) => line.price - line.discount)),
    nextTier: findNearestTier(items),
  }
}

/** Part of a cart's price: one line, charged as one catalog product. */
interface Charge {
  readonly lineId: string
  /** The charged product: the line itself, or a package that several lines are charged as. */
  readonly chargedItemId: string
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
interface PhotoToPay extends SinglePrice {
  readonly lineId: string
  readonly photoKey: string | undefined
}

const toPhotoKey = (photoId: string | undefined, frameId: string | undefined) =>
  photoId === undefined ? undefined : `${photoId}\n${frameId ?? ''}`

const listPhotoKeys = ({ photoIds = [], frameId }: PricedItem) =>
  photoIds.map((id) => toPhotoKey(id, frameId))

/** Maximum number of packages of a group that are tried in all combinations. The others stay as chosen. */
const maxTriedPackages = 8

/** Returns the ways to buy one group of items, starting with the one that was chosen. */
function listCombinations(items: readonly PricedItem[], offers: readonly PricedItem[]): Combination[] {
  const chosenPackages = items.filter(isPackage)
  const singles = items.filter((item) => !isPackage(item))
  const chosenPhotoKeys = new Set(singles.map(({ photoId, frameId }) => toPhotoKey(photoId, frameId)))
  const countChosenPhotos = (offer: PricedItem) =>
    listPhotoKeys(offer).filter((photoKey) => chosenPhotoKeys.has(photoKey)).length
  const splittablePackages = chosenPackages.filter(
    ({ mayGrow, single, photoIds }) => !mayGrow && single && photoIds?.length,
  )
  for (const splittable of splittablePackages)
    for (const photoKey of listPhotoKeys(splittable)) chosenPhotoKeys.add(photoKey)
  const usefulOffers = offers
    .filter((offer) => countChosenPhotos(offer) > 0)
    .sort((one, other) => countChosenPhotos(other) - countChosenPhotos(one))
  const alternatives = [...splittablePackages, ...usefulOffers].slice(0, maxTriedPackages)
  return Array.from({ length: 2 ** alternatives.length }, (_, choice) => {
    // a set bit selects the alternative: a package as its photos, or an offer
    const isAlternativeChosen = (alternative: PricedItem) =>
      (choice & (1 << alternatives.indexOf(alternative))) !== 0 && alternatives.includes(alternative)
    const unchangedPackages = chosenPackages.filter((item) => !isAlternativeChosen(item))
    const boughtPackages = [...unchangedPackages, ...usefulOffers.filter(isAlternativeChosen)]
    return computeCharges(singles, chosenPackages, unchangedPackages, boughtPackages)
  })
}

/**
 * Returns the charges for `boughtPackages` and for each photo outside of them. A chosen package that is not in
 * `unchangedPackages` is charged as its photos.
 */
function computeCharges(
  singles: readonly PricedItem[],
  chosenPackages: readonly PricedItem[],
  unchangedPackages: readonly PricedItem[],
  boughtPackages: readonly PricedItem[],
): Charge[] {
  const photosToPay: PhotoToPay[] = singles.map(({ id, photoId, frameId, price, tiers }) => ({
    ...{ lineId: id, photoKey: toPhotoKey(photoId, frameId), price, tiers },
  }))
  const knownPhotoKeys = new Set(photosToPay.map(({ photoKey }) => photoKey))
  for (const packageItem of chosenPackages) {
    const { id: lineId, single } = packageItem
    if (unchangedPackages.includes(packageItem) || !single) continue
    for (const photoKey of listPhotoKeys(packageItem)) {
      if (!knownPhotoKeys.has(photoKey)) photosToPay.push({ ...single, lineId, photoKey })
      knownPhotoKeys.add(photoKey)
    }
  }
  const packageByPhoto = new Map<string | undefined, PricedItem>()
  for (const packageItem of boughtPackages)
    for (const photoKey of listPhotoKeys(packageItem))
      if (!packageByPhoto.has(photoKey)) packageByPhoto.set(photoKey, packageItem)
  const uncoveredPhotos = photosToPay.filter(
    ({ photoKey }) => photoKey === undefined || !packageByPhoto.has(photoKey),
  )
  const firstItem = singles[0] ?? chosenPackages[0]
  const productType = firstItem && (singleTypes[firstItem.productType] ?? firstItem.productType)
  const charges = computeJointPrices(uncoveredPhotos).flatMap((price, index): Charge[] => {
    const { lineId } = uncoveredPhotos[index] as PhotoToPay
    const catalogId = firstItem?.catalogId ?? ''
    return productType ? [{ lineId, chargedItemId: lineId, catalogId, productType, price, discount: 0 }] : []
  })
  const packagePrices = computeJointPrices(boughtPackages)
  for (const [index, { id, catalogId, productType: type }] of boughtPackages.entries()) {
    const price = packagePrices[index] ?? 0
    const payingLineIds = unchangedPackages.some((one) => one.id === id)
      ? [id]
      : photosToPay
          .filter(({ photoKey }) => packageByPhoto.get(photoKey)?.id === id)
          .map(({ lineId }) => lineId)
    const shares = splitByWeight(
      price,
      payingLineIds.map(() => 1),
    )
    for (const [position, lineId] of payingLineIds.entries())
      charges.push({
        lineId,
        chargedItemId: id,
        catalogId,
        productType: type,
        price: shares[position] ?? 0,
        discount: 0,
      })
  }
  return charges
}

/** Returns the price of each item when all are bought together, or with more of them where that is cheaper in total. */
function computeJointPrices(items: readonly SinglePrice[]): number[] {
  const counts = new Set([items.length, ...items.flatMap(({ tiers }) => tiers.map(({ from }) => from))])
  let best: { sum: number; prices: number[] } | undefined
  for (const count of [...counts].sort((one, other) => one - other)) {
    if (count < items.length) continue
    const prices = items.map(({ price, tiers }) => getUnitPrice(price, tiers, count))
    const sum = addAmounts(prices) + (count - items.length) * Math.min(...prices)
    if (!best || sum < best.sum) best = { sum, prices }
  }
  return best ? splitByWeight(best.sum, best.prices) : []
}

/** Splits an amount into whole parts by weight. */
function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = addAmounts(weights)
  let distributed = 0
  let weightSoFar = 0
  return weights.map((weight, index) => {
    weightSoFar += weight
    const share =
      (totalWeight === 0
        ? Math.floor((amount * (index + 1)) / weights.length)
        : Math.floor((amount * weightSoFar) / totalWeight)) - distributed
    distributed += share
    return share
  })
}

/** Maximum number of combinations of whole carts that are tried. Beyond that, each group takes its own cheapest one. */
const maxJointCombinations = 4096

/** Returns the combination of each group with which the whole cart costs least after its codes. */
function findCheapest(groups: readonly Combination[][], codes: readonly PricingCode[]) {
  const combinationCount = groups.reduce((product, group) => product * group.length, 1)
  const isJoint = codes.length > 0 && combinationCount <= maxJointCombinations
  const combinationsByGroup = isJoint
    ? groups
    : groups.map((group) => [group.reduce(chooseCheaper, group[0] ?? [])])
  let best: { charges: Charge[]; discounts: Pricing['discounts']; total: number } | undefined
  for (
    let choice = 0;
    choice < combinationsByGroup.reduce((product, group) => product * group.length, 1);
    choice++
  ) {
    let remainder = choice
    const charges = combinationsByGroup.flatMap((group) => {
      const combination = group[remainder % group.length] ?? []
      remainder = Math.floor(remainder / group.length)
      return combination.map((charge) => Object.assign({}, charge))
    })
    const discounts = codes.map((code) => ({ codeId: code.codeId, discount: applyCode(code, charges) }))
    const total = addAmounts(charges.map(getRemainingPrice))
    if (!best || total < best.total) best = { charges, discounts, total }
  }
  return best ?? { charges: [], discounts: [] }
}

const chooseCheaper = (one: Combination, other: Combination) =>
  addAmounts(other.map(({ price }) => price)) < addAmounts(one.map(({ price }) => price)) ? other : one

const addAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Returns how much less the charges of a group cost than its photos one by one. 0 without a package, or when the photos of
 * the packages are unknown.
 */
function computeSavings(charges: readonly Charge[], items: readonly PricedItem[]): number {
  if (!charges.some(isPackage)) return 0
  const hasUnknownPhotos = ({ single, photoIds }: PricedItem) => !single || !photoIds?.length
  const unknownPackages = items.filter((item) => isPackage(item) && hasUnknownPhotos(item))
  const singles = items.filter((item) => !isPackage(item))
  const separateCharges = computeCharges(singles, items.filter(isPackage), unknownPackages, unknownPackages)
  return Math.max(
    0,
    addAmounts(separateCharges.map(({ price }) => price)) - addAmounts(charges.map(({ price }) => price)),
  )
}

/** Spreads the discount of a code over the charges it applies to. Returns the whole discount. */
function applyCode(code: PricingCode, charges: readonly Charge[]): number {
  const discountableCharges = charges.filter(
    (charge) => getRemainingPrice(charge) > 0 && isCodeApplicable(code, charge),
  )
  if (code.kind === 'gift') {
    const amountByPackage = new Map<string, number>()
    // a gift pays for a chosen package, never for photos that are charged as one
    for (const charge of discountableCharges.filter(({ chargedItemId, lineId }) => chargedItemId === lineId))
      amountByPackage.set(
        charge.chargedItemId,
        (amountByPackage.get(charge.chargedItemId) ?? 0) + getRemainingPrice(charge),
      )
    const [mostExpensive] = [...amountByPackage].sort(([, one], [, other]) => other - one)
    if (!mostExpensive) return 0
    for (const charge of discountableCharges)
      if (charge.lineId === mostExpensive[0]) charge.discount += getRemainingPrice(charge)
    return mostExpensive[1]
  }
  const remainingPrices = discountableCharges.map(getRemainingPrice)
  const base = addAmounts(remainingPrices)
  const discount = Math.min(base, code.kind === 'percent' ? toPercentage(base, code.value) : code.value)
  const shares = splitByWeight(discount, remainingPrices)
  for (const [index, charge] of discountableCharges.entries()) charge.discount += shares[index] ?? 0
  return discount
}

const getRemainingPrice = (charge: Charge) => charge.price - charge.discount

function findNearestTier(items: readonly PricedItem[]): NextTier | undefined {
  const toKey = ({ catalogId, productType }: PricedItem) => `${catalogId}\n${productType}`
  const counts = new Map<string, number>()
  for (const item of items) counts.set(toKey(item), (counts.get(toKey(item)) ?? 0) + 1)
  const [nearest] = items
    .flatMap((item) => findNextTier(item.price, item.tiers, counts.get(toKey(item)) ?? 0) ?? [])
    .toSorted((one, other) => one.missing - other.missing || one.price - other.price)
  return nearest
}
