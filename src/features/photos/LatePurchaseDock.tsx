import { late } from '../../platform/loading/index.ts'

/** Nothing is chosen when a page begins. */
export const PurchaseDock = late(() => import('./PurchaseDock.tsx').then((it) => it.PurchaseDock))
