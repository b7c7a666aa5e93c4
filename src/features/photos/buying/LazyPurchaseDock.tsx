import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the dock on first use: nothing is selected when a page opens. */
export const PurchaseDock = lazyPart(
  () => import('./PurchaseDock.tsx').then((it) => it.PurchaseDock),
  undefined,
  'page',
)
