import { addAmounts } from './amounts.ts'
import { type Charge, computeCharges, getRemainingPrice } from './charges.ts'
import { applyCode, type CodeDiscount, type PricingCode } from './codes.ts'
import { isPackage, listPhotoKeys, type PricedItem, toPhotoKey } from './items.ts'

/** One way to buy the chosen items. */
export type Combination = readonly Charge[]

/** Maximum number of packages of a group that are tried in all combinations. The others stay as chosen. */
const maxTriedPackages = 8

/** Returns the ways to buy one group of items, starting with the one that was chosen. */
export function listCombinations(items: readonly PricedItem[], offers: readonly PricedItem[]): Combination[] {
  const chosenPackages = items.filter(isPackage)
  const singles = items.filter((item) => !isPackage(item))
  const chosenPhotoKeys = new Set(singles.map(({ photo, frameId }) => toPhotoKey(photo, frameId)))
  const countChosenPhotos = (offer: PricedItem) =>
    listPhotoKeys(offer).filter((photoKey) => chosenPhotoKeys.has(photoKey)).length
  const splittablePackages = chosenPackages.filter(
    ({ mayGrow, single, photos }) => !mayGrow && single && photos?.length,
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

/** Maximum number of combinations of whole carts that are tried. Beyond that, each group takes its own cheapest one. */
const maxJointCombinations = 4096

/** Returns the combination of each group with which the whole cart costs least after its codes. */
export function findCheapest(
  groups: readonly Combination[][],
  codes: readonly PricingCode[],
): { charges: readonly Charge[]; discounts: readonly CodeDiscount[] } {
  const combinationCount = groups.reduce((product, group) => product * group.length, 1)
  const isJoint = codes.length > 0 && combinationCount <= maxJointCombinations
  const combinationsByGroup = isJoint
    ? groups
    : groups.map((group) => [group.reduce(chooseCheaper, group[0] ?? [])])
  let best: { charges: Charge[]; discounts: CodeDiscount[]; total: number } | undefined
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
