export { PreorderPlate } from './PreorderPlate.tsx'
