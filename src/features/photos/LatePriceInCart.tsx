import { late } from '../../platform/loading/index.ts'

/** Loads after the photo, as the price rules are large. */
export const PriceInCart = late(() => import('./PriceInCart.tsx').then((it) => it.PriceInCart))
