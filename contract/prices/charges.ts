import type { ProductType } from '../catalog.ts'
import { splitByWeight } from './amounts.ts'
import { listPhotoKeys, type PricedItem, toPhotoKey, toSingleType } from './items.ts'
import { computeJointPrices, type SinglePrice } from './tiers.ts'

/** Part of a cart's price: one line, charged as one catalog product. */
export interface Charge {
  readonly lineId: string
  /** The charged product: the line itself, or a package that several lines are charged as. */
  readonly chargedItemId: string
  readonly catalogId: string
  readonly productType: ProductType
  readonly price: number
  discount: number
}

/** Returns the price of a charge minus the discounts so far, in minor units. */
export function getRemainingPrice(charge: Charge): number {
  return charge.price - charge.discount
}

/** A photo to be paid, and the line that pays for it. */
interface PhotoToPay extends SinglePrice {
  readonly lineId: string
  readonly photoKey: string | undefined
}

/**
 * Returns the charges for `boughtPackages` and for each photo outside of them. A chosen package that is not in
 * `unchangedPackages` is charged as its photos.
 */
export function computeCharges(
  singles: readonly PricedItem[],
  chosenPackages: readonly PricedItem[],
  unchangedPackages: readonly PricedItem[],
  boughtPackages: readonly PricedItem[],
): Charge[] {
  const photosToPay: PhotoToPay[] = singles.map(({ id, photo, frameId, price, tiers }) => ({
    ...{ lineId: id, photoKey: toPhotoKey(photo, frameId), price, tiers },
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
  const productType = firstItem && toSingleType(firstItem.productType)
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
