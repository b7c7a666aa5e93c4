import type { PricedItem, PricingCode, SinglePrice } from '../../../contract/price-rules.ts'
import { nameOfPhoto, type PhotoKind } from './price-cases.ts'

/**
 * Computes the total of a cart independently of `priceCart`, from the cost of each group, rounded once.
 *
 * @param cart its packages contain no known photos
 */
export function oracle(cart: readonly PricedItem[], codes: readonly PricingCode[]): number {
  const bill = cart.map((item) => {
    const together = cart.filter(
      (other) => other.catalogId === item.catalogId && other.productType === item.productType,
    )
    return { item, owed: costTogether(together) / together.length }
  })
  return Math.round(afterCodes(bill, codes))
}

/** Returns the lowest cost of the items, if up to 20 more may be bought to reach a lower price. */
function costTogether(items: readonly SinglePrice[]): number {
  const sums = Array.from({ length: 21 }, (_, more) => {
    const each = items.map(({ price, tiers: steps }) =>
      Math.min(price, ...steps.filter(({ from }) => from <= items.length + more).map((step) => step.price)),
    )
    return each.reduce((sum, one) => sum + one, 0) + more * Math.min(...each)
  })
  return items.length === 0 ? 0 : Math.min(...sums)
}

interface Owed {
  item: Pick<PricedItem, 'catalogId' | 'productType'>
  owed: number
  /** Whether it is a package that the buyer has not chosen. */
  isOffer?: boolean
}

/** Returns the amount to pay after the codes. Changes entries that gift codes pay for. */
function afterCodes(bill: readonly Owed[], codes: readonly PricingCode[]): number {
  for (const { kind, value, productTypes: types, catalogIds } of codes) {
    const fitting = bill.filter(
      ({ item }) =>
        (types.length === 0 || types.includes(item.productType)) &&
        (catalogIds.length === 0 || catalogIds.includes(item.catalogId)),
    )
    if (kind === 'gift') {
      const packages = fitting.filter(
        ({ item, isOffer }) => item.productType === 'photos_with_me' && !isOffer,
      )
      const most = Math.max(0, ...packages.map(({ owed }) => owed))
      const paid = packages.find(({ owed }) => owed === most)
      if (paid) paid.owed = 0
      continue
    }
    const before = fitting.reduce((sum, { owed }) => sum + owed, 0)
    const off = kind === 'fixed' ? value : Number((BigInt(Math.round(before)) * BigInt(value) + 50n) / 100n)
    return bill.reduce((sum, { owed }) => sum + owed, 0) - Math.min(off, before)
  }
  return bill.reduce((sum, { owed }) => sum + owed, 0)
}

/**
 * Returns the lowest total of all possible bills for a cart.
 *
 * @param others groups of items that are in no package, such as the videos of an event
 */
export function leastTotal(
  parts: readonly PhotoPart[],
  others: readonly (readonly PricedItem[])[],
  codes: readonly PricingCode[],
): number {
  const ofOthers = others.flatMap((items): Owed[] => {
    const [item] = items
    return item ? [{ item, owed: costTogether(items) }] : []
  })
  const bills = combine([...parts.map((part) => part.bills()), [ofOthers]])
  // copies, as gift codes change the bill
  const totals = bills.map((bill) =>
    afterCodes(
      bill.map((owed) => Object.assign({}, owed)),
      codes,
    ),
  )
  return Math.min(...totals)
}

/** Adds up amounts. */
export const addUp = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

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
  items(): PricedItem[] {
    const photos = this.#kind.chosen.map(
      ({ photoId, frameId, product }): PricedItem => ({
        ...{ id: `${this.id} ${photoId} ${frameId}`, catalogId: this.#catalogId, photoId },
        ...{ productType: this.#isFramed ? 'frame' : 'photo', frameId: frameId === '' ? undefined : frameId },
        ...this.#priceAt(product),
      }),
    )
    return [...this.#packages(true), ...photos]
  }

  /** Returns the packages that are not in the cart. */
  offers(): PricedItem[] {
    return this.#packages(false)
  }

  /** Returns all possible bills: any combination of packages, and the other photos one by one. */
  bills(): Owed[][] {
    const { chosen, packages } = this.#kind
    const catalogId = this.#catalogId
    const mayBeApart = ({ mayGrow, hasSingle, photoIds }: (typeof packages)[number]) =>
      !mayGrow && hasSingle && photoIds.length > 0
    return listSubsets(packages)
      .filter((taken) => packages.every((one) => taken.includes(one) || !one.isChosen || mayBeApart(one)))
      .map((taken): Owed[] => {
        const apart = packages.filter((one) => one.isChosen && !taken.includes(one))
        const covered = new Set(taken.flatMap(namesIn))
        const needed = new Set([...chosen.map(nameOfPhoto), ...apart.flatMap(namesIn)])
        const missing = [...needed].filter((name) => !covered.has(name))
        const photos: Owed = {
          item: { catalogId, productType: this.#isFramed ? 'frame' : 'photo' },
          owed: costTogether(missing.map((name) => this.#priceNamed(name))),
        }
        const together = taken.map(({ price, isChosen }): Owed => {
          const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
          return { item: { catalogId, productType }, owed: price, isOffer: !isChosen }
        })
        return [photos].concat(together)
      })
  }

  /** Returns the cost with packages replaced by single photos, where these are known and on sale. */
  costApart(): number {
    const { chosen, packages } = this.#kind
    const inCart = packages.filter(({ isChosen }) => isChosen)
    const unknown = inCart.filter(({ hasSingle, photoIds }) => !hasSingle || photoIds.length === 0)
    const names = new Set([...chosen.map(nameOfPhoto), ...inCart.flatMap(namesIn)])
    for (const name of unknown.flatMap(namesIn)) names.delete(name)
    const prices = [...names].map((name) => this.#priceNamed(name))
    return costTogether(prices) + addUp(unknown.map(({ price }) => price))
  }

  #packages(isInCart: boolean): PricedItem[] {
    return this.#kind.packages.flatMap(
      ({ frameId, photoIds, price, laterPrice, mayGrow, isChosen, hasSingle }, at): PricedItem[] => {
        if (isChosen !== isInCart) return []
        const productType = this.#isFramed ? 'photosWithFrame' : 'photos_with_me'
        return [
          {
            ...{ id: `${this.id} package ${at}`, catalogId: this.#catalogId, productType, price, laterPrice },
            ...{ tiers: [], frameId: frameId === '' ? undefined : frameId, photoIds, mayGrow },
            single: hasSingle ? this.#priceAt(0) : undefined,
          },
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
    return this.#priceAt(this.#kind.chosen.find((one) => nameOfPhoto(one) === name)?.product ?? 0)
  }
}

function namesIn({ photoIds, frameId }: { photoIds: readonly string[]; frameId: string }): string[] {
  return photoIds.map((photoId) => nameOfPhoto({ photoId, frameId }))
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
