export { countPage } from './counter.ts'
export { type Line, pushAdded, pushRemoved } from './data-layer.ts'
export { expectPurchase, reportPurchase } from './purchases.ts'
