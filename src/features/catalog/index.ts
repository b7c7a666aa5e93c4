export { type Products, productOf, useProducts, useProductsOf } from './use-products.ts'
