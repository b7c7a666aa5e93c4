export { productOf, useProducts, useProductsOf } from './use-products.ts'
