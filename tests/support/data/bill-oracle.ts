import type { PricingCode } from '../../../contract/prices/codes.ts'
import type { PricedItem } from '../../../contract/prices/items.ts'
import type { SinglePrice } from '../../../contract/prices/tiers.ts'
import { buildPricedItem, buildPricedPhoto, type PhotoKind, toPhotoName } from './price-cases.ts'

/**
 * Computes the total of a cart independently of `priceCart`, from the cost of each group, rounded once.
 *
 * @param cart its packages contain no known photos
 */
export function computeExpectedTotal(cart: readonly PricedItem[], codes: readonly PricingCode[]): number {
  const bill = cart.map((item) => {
    const group = cart.filter(
      (other) => other.catalogId === item.catalogId && other.productType === item.productType,
    )
    return { item, cost: computeGroupCost(group) / group.length }
  })
  return Math.round(applyCodes(bill, codes))
}

/** Returns the lowest cost of the items, if up to 20 more may be bought to reach a lower price. */
export function computeGroupCost(items: readonly SinglePrice[]): number {
  const sums = Array.from({ length: 21 }, (_, more) => {
    const each = items.map(({ price, tiers: steps }) =>
      Math.min(price, ...steps.filter(({ from }) => from <= items.length + more).map((step) => step.price)),
    )
    return each.reduce((sum, one) => sum + one, 0) + more * Math.min(...each)
  })
  return items.length === 0 ? 0 : Math.min(...sums)
}

interface BillEntry {
  item: Pick<PricedItem, 'catalogId' | 'productType'>
  cost: number
  /** Whether it is a package that the buyer has not chosen. */
  isOffer?: boolean
}

/** Returns the amount to pay after the codes. Changes entries that gift codes pay for. */
function applyCodes(bill: readonly BillEntry[], codes: readonly PricingCode[]): number {
  for (const { kind, value, productTypes: types, catalogIds } of codes) {
    const applicableEntries = bill.filter(
      ({ item }) =>
        (types.length === 0 || types.includes(item.productType)) &&
        (catalogIds.length === 0 || catalogIds.includes(item.catalogId)),
    )
    if (kind === 'gift') {
      const packages = applicableEntries.filter(
        ({ item, isOffer }) => item.productType === 'photos_with_me' && !isOffer,
      )
      const highestAmount = Math.max(0, ...packages.map(({ cost }) => cost))
      const paid = packages.find(({ cost }) => cost === highestAmount)
      if (paid) paid.cost = 0
      continue
    }
    const before = applicableEntries.reduce((sum, { cost }) => sum + cost, 0)
    const discount =
      kind === 'fixed' ? value : Number((BigInt(Math.round(before)) * BigInt(value) + 50n) / 100n)
    return bill.reduce((sum, { cost }) => sum + cost, 0) - Math.min(discount, before)
  }
  return bill.reduce((sum, { cost }) => sum + cost, 0)
}

/**
 * Returns the lowest total of all possible bills for a cart.
 *
 * @param others groups of items that are in no package, such as the videos of an event
 */
export function computeLeastTotal(
  parts: readonly PhotoPart[],
  others: readonly (readonly PricedItem[])[],
  codes: readonly PricingCode[],
): number {
  const otherEntries = others.flatMap((items): BillEntry[] => {
    const [item] = items
    return item ? [{ item, cost: computeGroupCost(items) }] : []
  })
  const bills = combine([...parts.map((part) => part.listBills()), [otherEntries]])
  // copies, as gift codes change the bill
  const totals = bills.map((bill) =>
    applyCodes(
      bill.map((owed) => Object.assign({}, owed)),
      codes,
    ),
  )
  return Math.min(...totals)
}

/** Adds up amounts. */
export const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Photos of one kind in one event: their part of a cart, and all bills that pay for it. */
export class PhotoPart {
  readonly id: string
  readonly #catalogId: string
  readonly #isFramed: boolean
  readonly #kind: PhotoKind

  constructor(catalogId: string, isFramed: boolean, kind: PhotoKind) {
    this.id = `${catalogId} ${isFramed ? 'framed' : 'plain'}`
    this.#catalogId = catalogId
    this.#isFramed = isFramed
    this.#kind = kind
  }

  /** Returns the items of the cart. */
  listItems(): PricedItem[] {
    const photos = this.#kind.chosen.map(({ photoId, frameId, product }) => {
      const { price, ...more } = this.#priceAt(product)
      return buildPricedItem(`${this.id} ${photoId} ${frameId}`, this.#isFramed ? 'frame' : 'photo', price, {
        ...{ catalogId: this.#catalogId, photo: buildPricedPhoto(photoId) },
        ...{ frameId: frameId === '' ? undefined : frameId, ...more },
      })
    })
    return [...this.#packages(true), ...photos]
  }

  /** Returns the packages that are not in the cart. */
  listOffers(): PricedItem[] {
    return this.#packages(false)
  }

  /** Returns all possible bills: any combination of packages, and the other photos one by one. */
  listBills(): BillEntry[][] {
    const { chosen, packages } = this.#kind
    const catalogId = this.#catalogId
    const maySplit = ({ mayGrow, hasSingle, photoIds }: (typeof packages)[number]) =>
      !mayGrow && hasSingle && photoIds.length > 0
    return listSubsets(packages)
      .filter((usedPackages) =>
        packages.every((one) => usedPackages.includes(one) || !one.isChosen || maySplit(one)),
      )
      .map((usedPackages): BillEntry[] => {
        const splitPackages = packages.filter((one) => one.isChosen && !usedPackages.includes(one))
        const covered = new Set(usedPackages.flatMap(listPhotoNames))
        const needed = new Set([...chosen.map(toPhotoName), ...splitPackages.flatMap(listPhotoNames)])
        const missing = [...needed].filter((name) => !covered.has(name))
        const photos: BillEntry = {
          item: { catalogId, productType: this.#isFramed ? 'frame' : 'photo' },
          cost: computeGroupCost(missing.map((name) => this.#priceNamed(name))),
        }
        const packageEntries = usedPackages.map(({ price, isChosen }): BillEntry => {
          const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
          return { item: { catalogId, productType }, cost: price, isOffer: !isChosen }
        })
        return [photos].concat(packageEntries)
      })
  }

  /** Returns the cost with packages replaced by single photos, where these are known and on sale. */
  computeCostWithoutPackages(): number {
    const { chosen, packages } = this.#kind
    const inCart = packages.filter(({ isChosen }) => isChosen)
    const unknown = inCart.filter(({ hasSingle, photoIds }) => !hasSingle || photoIds.length === 0)
    const names = new Set([...chosen.map(toPhotoName), ...inCart.flatMap(listPhotoNames)])
    for (const name of unknown.flatMap(listPhotoNames)) names.delete(name)
    const prices = [...names].map((name) => this.#priceNamed(name))
    return computeGroupCost(prices) + sumAmounts(unknown.map(({ price }) => price))
  }

  #packages(isInCart: boolean): PricedItem[] {
    return this.#kind.packages.flatMap(
      ({ frameId, photoIds, price, laterPrice, mayGrow, isChosen, hasSingle }, at): PricedItem[] => {
        if (isChosen !== isInCart) return []
        const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
        return [
          buildPricedItem(`${this.id} package ${at}`, productType, price, {
            ...{ catalogId: this.#catalogId, laterPrice, mayGrow },
            ...{ frameId: frameId === '' ? undefined : frameId, photos: photoIds.map(buildPricedPhoto) },
            single: hasSingle ? this.#priceAt(0) : undefined,
          }),
        ]
      },
    )
  }

  #priceAt(product: number) {
    const { products } = this.#kind
    return products[product % products.length] ?? { price: 0, tiers: [], laterPrice: undefined }
  }

  /** Returns the price of a chosen photo, or of one that only a package contains. */
  #priceNamed(name: string) {
    return this.#priceAt(this.#kind.chosen.find((one) => toPhotoName(one) === name)?.product ?? 0)
  }
}

function listPhotoNames({ photoIds, frameId }: { photoIds: readonly string[]; frameId: string }): string[] {
  return photoIds.map((photoId) => toPhotoName({ photoId, frameId }))
}

/** Returns all subsets of a short list. */
function listSubsets<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]]
  for (const item of items) for (const some of [...all]) all.push([...some, item])
  return all
}

/** Returns every combination of one list of each group. */
function combine<Item>(groups: readonly (readonly (readonly Item[])[])[]): Item[][] {
  return groups.reduce<Item[][]>(
    (all, group) => all.flatMap((before) => group.map((some) => [...before, ...some])),
    [[]],
  )
}
