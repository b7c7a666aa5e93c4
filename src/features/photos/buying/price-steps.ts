import type { Money } from '../../../../contract/common.ts'
import {
  buildFurtherPhotos,
  computeTotalPrice,
  listPriceTiers,
  type PhotoSelection,
  type PhotoToPrice,
  priceSelection,
  toPricedCart,
  toPricedPhotos,
} from '../../catalog/index.ts'
import { selectPhotos } from './select-photos.ts'
import type { Buying } from './use-buying.ts'

/** Describes a price and the number of photos from which it applies. */
export interface PriceStep {
  /** Minimum number of photos. */
  at: number
  /** Price of each photo; for a package, of all photos of the runner together. */
  price: Money
  isPackage: boolean
}

export interface PriceSteps {
  /** Length of the ruler. */
  total: number
  count: number
  /** The amount that the selected photos add to the total. */
  sum: Money
  flags: (PriceStep & { next: boolean })[]
  /** The next price tier, and how many photos are missing to it. */
  next?: (PriceStep & { missing: number }) | undefined
  /** Whether all photos together cost no more than the selected ones. */
  packageCostsTheSame: boolean
}

/** Describes the selected photos, and what their price depends on. */
export interface PriceStepsInput extends PhotoSelection {
  /** Whether the ruler ends with all photos of the runner. */
  endsWithAll?: boolean
}

/**
 * Returns the price tiers for the selected photos of a page. Undefined where the event sells no single photos.
 *
 * @param ofPerson number of the runner's photos, at which the ruler ends
 */
export function getPriceSteps(
  { priceBasis, chosen }: Buying,
  personPhotoCount?: number,
): PriceSteps | undefined {
  return (
    priceBasis &&
    computePriceSteps({
      ...selectPhotos(priceBasis, chosen, personPhotoCount),
      endsWithAll: Boolean(personPhotoCount),
    })
  )
}

/** Returns the price tiers as the ruler shows them. Each price is one that the service charges at that number of photos. */
export function computePriceSteps({ endsWithAll = false, ...selection }: PriceStepsInput): PriceSteps {
  const { single, photos, inCart, runner, isPackageInCart } = selection
  const toMoney = (amount: number): Money => ({ ...single.price, amount })
  const { singles, packages, offers } = toPricedCart(selection)
  const runnerPhotos = isPackageInCart ? [] : (runner?.photos ?? [])
  const runnerIds = new Set(runnerPhotos.map(({ photoId }) => photoId))
  const selectedPhotos = [...inCart.map(({ photo }) => photo), ...photos]
  const selectedIds = new Set(selectedPhotos.map(({ photoId }) => photoId))
  const remainingPhotos = runnerPhotos.filter(({ photoId }) => !selectedIds.has(photoId))
  const shownPhotos = [...selectedPhotos, ...remainingPhotos]
  const totalCount = selectedIds.size
  const allRunnerPhotos = endsWithAll && runnerPhotos.length > 0 ? runnerPhotos : undefined

  /** Returns the price of the photos in the cart, the selected ones and further ones. */
  const computePriceWith = (more: readonly PhotoToPrice[]) => {
    const added = toPricedPhotos(single, [...photos, ...more])
    return computeTotalPrice([...packages, ...singles, ...added], offers) - computeTotalPrice(packages)
  }
  const isChargedNext = ({ at, price }: PriceStep) => {
    const missing = at - totalCount
    const more = [...remainingPhotos, ...buildFurtherPhotos(missing, shownPhotos)].slice(0, missing)
    return computePriceWith(more) === at * price.amount
  }

  const [, ...tiers] = listPriceTiers(single, shownPhotos)
  const lastTierCount = tiers.at(-1)?.from ?? 1
  const total = Math.max(allRunnerPhotos?.length ?? lastTierCount + 3, totalCount)
  const flags = tiers
    .filter((tier) => tier.from <= total)
    .map((tier): PriceStep => ({ at: tier.from, price: tier.price, isPackage: false }))
  const priceOfAll = allRunnerPhotos ? computeTotalPrice(toPricedPhotos(single, allRunnerPhotos), offers) : 0
  const packageStep = allRunnerPhotos && {
    at: allRunnerPhotos.length,
    price: toMoney(priceOfAll),
    isPackage: true,
  }
  if (packageStep) flags.push(packageStep)
  const areAllOfRunner = [...selectedIds].every((photoId) => runnerIds.has(photoId))
  const mayAddToAll =
    packageStep !== undefined && areAllOfRunner && photos.length > 0 && remainingPhotos.length > 0
  const packageCostsTheSame = mayAddToAll && computePriceWith([]) === priceOfAll
  const nextTier = flags.find((flag) => !flag.isPackage && flag.at > totalCount && isChargedNext(flag))
  const lastStep = remainingPhotos.length > 0 ? packageStep : undefined
  const next = packageCostsTheSame ? packageStep : (nextTier ?? lastStep)
  return {
    total,
    count: Math.min(totalCount, total),
    sum: toMoney(priceSelection(selection)),
    flags: flags.map(({ at, price, isPackage }, index) => ({
      at,
      price,
      isPackage,
      next: flags[index] === next,
    })),
    next: next && { ...next, missing: Math.max(0, next.at - totalCount) },
    packageCostsTheSame,
  }
}
