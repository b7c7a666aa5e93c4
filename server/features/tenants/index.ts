export { iconOf, isIcon } from './draw-icons.ts'
export { type FirstPaint, firstPaintOf } from './first-paint.ts'
export { readKnownTexts } from './own-texts.ts'
export {
  createTenants,
  type LiveTenants,
  openTenants,
  readTenants,
  sourceOfFile,
} from './registry.ts'
export { createTenantsFeature } from './routes.ts'
export { createTenantStore, dropTenant, storeTenant } from './store.ts'
export { isTenantName, readTenant, TenantInvalid, type TenantSource } from './tenant-file.ts'
export type { Figure } from './theme/complete.ts'
export { themeImagesOf } from './theme-images.ts'
