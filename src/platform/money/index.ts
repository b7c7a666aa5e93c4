export { Sum, useMoneyFormat } from './Sum.tsx'
