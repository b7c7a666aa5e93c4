import type { ProductType } from './catalog.ts'

/** From `from` pieces of one catalog on, each costs `price` minor units. */
export interface Tier {
  readonly from: number
  readonly price: number
}

/** One thing to be bought; amounts in minor units. */
export interface PricedThing {
  readonly id: string
  readonly catalogId: string
  readonly productType: ProductType
  /** Price of one before thresholds. */
  readonly price: number
  readonly tiers: readonly Tier[]
  /** What the buyer would pay without the package, e.g. all its photos one by one. */
  readonly worth?: number
}

/** A promo code and what it does. A `gift` pays one “All photos with me” whole. */
export interface PricingCode {
  readonly codeId: string
  readonly kind: 'percent' | 'fixed' | 'gift'
  /** Percent, or minor units; of no meaning for a gift. */
  readonly value: number
  /** Empty: for every product type, every catalog. */
  readonly productTypes: readonly ProductType[]
  readonly catalogIds: readonly string[]
}

export interface PricedLine {
  readonly id: string
  /** Before thresholds, package and codes. */
  readonly originalPrice: number
  /** What it costs in this cart before codes. */
  readonly price: number
  /** This line's share of the codes' discounts. */
  readonly discount: number
}

export interface NextTier {
  /** How many more photos make each of them cheaper. */
  readonly missing: number
  /** What each of them costs then. */
  readonly price: number
}

export interface Pricing {
  readonly lines: readonly PricedLine[]
  /** Sum of the original prices. */
  readonly amount: number
  readonly discounts: readonly { readonly codeId: string; readonly discount: number }[]
  /** Sum of the lines' prices without their discounts: what is to be paid. */
  readonly totalAmount: number
  readonly nextTier: NextTier | undefined
}

/** What one piece costs when `count` of them are bought together; a threshold never makes it dearer. */
export function unitPrice(price: number, tiers: readonly Tier[], count: number): number {
  return Math.min(price, ...tiers.filter((tier) => tier.from <= count).map((tier) => tier.price))
}

/** The nearest threshold that lowers the price; undefined when the lowest is reached. */
export function nextTierOf(price: number, tiers: readonly Tier[], count: number): NextTier | undefined {
  const now = unitPrice(price, tiers, count)
  const [next] = tiers
    .filter((tier) => tier.from > count && tier.price < now)
    .toSorted((one, other) => one.from - other.from)
  return next && { missing: next.from - count, price: next.price }
}

/** Percent of an amount in minor units, rounded half up once. */
export function percentOf(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100)
}

/** Whether a code may lower the price of a thing. */
export function codeApplies(
  code: PricingCode,
  thing: Pick<PricedThing, 'productType' | 'catalogId'>,
): boolean {
  if (code.kind === 'gift' && thing.productType !== 'photos_with_me') return false
  const typeFits = code.productTypes.length === 0 || code.productTypes.includes(thing.productType)
  return typeFits && (code.catalogIds.length === 0 || code.catalogIds.includes(thing.catalogId))
}

/** Gifts go together, as each pays a package of its own; no other codes do. */
export function codesConflict(one: Pick<PricingCode, 'kind'>, other: Pick<PricingCode, 'kind'>): boolean {
  return one.kind !== 'gift' || other.kind !== 'gift'
}

/**
 * Prices a whole cart: photos of one catalog by how many there are, packages by their own price, then the codes
 * in the order they were added. Every amount is a whole number of minor units, and the lines add up to the total.
 */
export function priceCart(things: readonly PricedThing[], codes: readonly PricingCode[]): Pricing {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(groupOf(thing), (counts.get(groupOf(thing)) ?? 0) + 1)
  const lines = things.map((thing) => {
    const price = unitPrice(thing.price, thing.tiers, counts.get(groupOf(thing)) ?? 1)
    return { thing, originalPrice: Math.max(thing.price, thing.worth ?? 0), price, discount: 0 }
  })
  const discounts = codes.map((code) => ({ codeId: code.codeId, discount: applyCode(code, lines) }))
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  return {
    lines: lines.map(({ thing, originalPrice, price, discount }) => ({
      id: thing.id,
      originalPrice,
      price,
      discount,
    })),
    amount: sum((line) => line.originalPrice),
    discounts,
    totalAmount: sum((line) => line.price - line.discount),
    nextTier: nearestTier(things, counts),
  }
}

/**
 * What so many things alike cost together before codes, by the rules of whole carts; minor units.
 *
 * @param beside how many of the same kind are in the cart already: they count, and are not part of the sum
 */
export function priceAlike(
  one: Pick<PricedThing, 'productType' | 'price' | 'tiers'>,
  count: number,
  beside = 0,
): number {
  const things = Array.from({ length: beside + count }, (_, at) => ({ ...one, id: `${at}`, catalogId: '' }))
  const { lines } = priceCart(things, [])
  return lines.slice(beside).reduce((sum, line) => sum + line.price, 0)
}

interface Line {
  readonly thing: PricedThing
  readonly price: number
  discount: number
}

/** Thresholds count what is of one kind in one catalog. */
function groupOf(thing: PricedThing): string {
  return `${thing.catalogId}\n${thing.productType}`
}

/** Spreads a code's discount over the lines it applies to; answers the whole of it. */
function applyCode(code: PricingCode, lines: readonly Line[]): number {
  const open = lines.filter((line) => line.price > line.discount && codeApplies(code, line.thing))
  if (code.kind === 'gift') {
    const [dearest] = open.toSorted((one, other) => rest(other) - rest(one))
    if (!dearest) return 0
    const discount = rest(dearest)
    dearest.discount += discount
    return discount
  }
  const base = open.reduce((total, line) => total + rest(line), 0)
  const discount = Math.min(base, code.kind === 'percent' ? percentOf(base, code.value) : code.value)
  let given = 0
  let passed = 0
  for (const line of open) {
    passed += rest(line)
    const share = Math.floor((discount * passed) / base) - given
    line.discount += share
    given += share
  }
  return discount
}

const rest = (line: Line) => line.price - line.discount

function nearestTier(
  things: readonly PricedThing[],
  counts: ReadonlyMap<string, number>,
): NextTier | undefined {
  const [nearest] = things
    .flatMap((thing) => nextTierOf(thing.price, thing.tiers, counts.get(groupOf(thing)) ?? 0) ?? [])
    .toSorted((one, other) => one.missing - other.missing || one.price - other.price)
  return nearest
}

/** What is known of a cart's item to tell what it already contains. */
export interface HeldThing {
  readonly productId: string
  readonly productType: ProductType
  readonly catalogId: string
  readonly photoId?: string | undefined
  readonly videoId?: string | undefined
  readonly frameId?: string | undefined
  /** Whose package it is; packages of one product for two people are two things. */
  readonly person?: string | undefined
  /** Photos that a package contains, as far as they are known. */
  readonly photoIds?: readonly string[] | undefined
}

export type Refusal = 'ProductAlreadyInCart' | 'PhotoInsidePackage' | 'PhotoInsideFramedPackage'

/** Why a thing must not be put into a cart that holds others; undefined when it may. */
export function refusalOf(held: readonly HeldThing[], thing: HeldThing): Refusal | undefined {
  if (held.some((other) => isSame(other, thing))) return 'ProductAlreadyInCart'
  const contains = (packageType: ProductType) =>
    held.some(
      (other) =>
        other.productType === packageType &&
        other.frameId === thing.frameId &&
        thing.photoId !== undefined &&
        (other.photoIds ?? []).includes(thing.photoId),
    )
  if (thing.productType === 'photo' && contains('photos_with_me')) return 'PhotoInsidePackage'
  if (thing.productType === 'frame' && contains('photosWithFrame')) return 'PhotoInsideFramedPackage'
  return undefined
}

/** Single photos that a package being added contains: they leave the cart, nobody pays for them twice. */
export function coveredBy<Thing extends HeldThing>(held: readonly Thing[], added: HeldThing): Thing[] {
  const single = { photos_with_me: 'photo', photosWithFrame: 'frame' }[added.productType as string]
  const inside = new Set(added.photoIds ?? [])
  return held.filter(
    (thing) =>
      thing.productType === single &&
      thing.frameId === added.frameId &&
      thing.photoId !== undefined &&
      inside.has(thing.photoId),
  )
}

function isSame(one: HeldThing, other: HeldThing): boolean {
  return (
    one.productType !== 'promocode' &&
    one.productId === other.productId &&
    one.photoId === other.photoId &&
    one.videoId === other.videoId &&
    one.frameId === other.frameId &&
    one.person === other.person
  )
}
