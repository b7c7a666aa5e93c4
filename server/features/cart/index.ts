export { priceRunnerPhotos } from './price-cart.ts'
export { createCartFeature } from './routes.ts'
