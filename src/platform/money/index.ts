export { Sum, useSum } from './Sum.tsx'
