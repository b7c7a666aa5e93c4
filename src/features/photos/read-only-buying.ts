import type { Buying } from './use-buying.ts'

/** A `Buying` without products or purchases; tests override what they need. */
export const readOnlyBuying: Buying = {
  canBuy: false,
  isLoading: false,
  framed: [],
  frameHref: '',
  chosen: [],
  bought: new Map(),
  boughtVideos: new Map(),
  inCart: () => false,
  videoInCart: () => false,
  paidFor: () => 0,
  packageInCart: false,
  toggle: () => undefined,
  tileOf: () => ({ state: 'default' }),
  toSelection: () => undefined,
  toSteps: () => undefined,
  buy: () => Promise.resolve(false),
  buyPackage: () => Promise.resolve(false),
  buyVideo: () => Promise.resolve(false),
}
