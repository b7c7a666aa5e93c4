import { late } from '../../platform/loading/index.ts'

/** Loads the price after the photo, because the price rules are large. */
export const PriceInCart = late(() => import('./PriceInCart.tsx').then((it) => it.PriceInCart))
