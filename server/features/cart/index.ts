export { priceRunnerPhotos } from './price-cart.ts'
export { createCartFeature, purgeCarts } from './routes.ts'
export { listTenantsOfCarts } from './store.ts'
