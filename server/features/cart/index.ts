export { type CheckedOut, checkOut } from './checkout.ts'
export { createCartFeature } from './routes.ts'
