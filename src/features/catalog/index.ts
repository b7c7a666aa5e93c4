export { productOf, useProducts, useProductsOf, useRunnerDistance } from './use-products.ts'
