import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import type { PriceBasis } from '../../../src/features/photos/buying/select-photos.ts'
import type { Buying } from '../../../src/features/photos/buying/use-buying.ts'

/** Provides a `Buying` without products or purchases; tests override what they need. */
export const readOnlyBuying: Buying = {
  canBuy: false,
  isLoading: false,
  products: [],
  chosen: [],
  bought: new Map(),
  boughtVideos: new Map(),
  inCart: () => false,
  isVideoInCart: () => false,
  isPackageInCart: false,
  toggle: () => undefined,
  describeTile: () => ({ state: 'default' }),
  buy: () => Promise.resolve(false),
  buyPackage: () => Promise.resolve(false),
  buyVideo: () => Promise.resolve(false),
}

/** Returns the basis of the prices for a visitor with an empty cart and no purchases. */
export const createEmptyBasis = (event: Event, single: Product): PriceBasis => ({
  ...{ event, single, products: [single], personalPackage: undefined, shownRunner: undefined },
  ...{ bought: new Map(), singlesInCart: [], isPackageInCart: false, paidFor: () => 0 },
})
