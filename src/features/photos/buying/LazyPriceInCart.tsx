import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the price after the photo, because the price rules are large. */
export const PriceInCart = lazyPart(() => import('./PriceInCart.tsx').then((it) => it.PriceInCart))
