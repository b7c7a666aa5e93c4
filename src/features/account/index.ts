export { forgetAccount } from './account-orders.ts'
