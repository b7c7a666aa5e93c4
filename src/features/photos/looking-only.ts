import type { Buying } from './use-buying.ts'

/** For photos that are somebody else's to buy. */
export const lookingOnly: Buying = {
  canBuy: false,
  isLoading: false,
  framed: [],
  frameHref: '',
  chosen: [],
  inCart: () => false,
  videoInCart: () => false,
  packageInCart: false,
  toggle: () => undefined,
  tileOf: () => ({ state: 'default', mark: undefined }),
  steps: () => undefined,
  buy: () => Promise.resolve(false),
  buyPackage: () => Promise.resolve(false),
  buyVideo: () => Promise.resolve(false),
}
