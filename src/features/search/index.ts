export { FindYourselfDock } from './FindYourselfDock.tsx'
export { LazyFindYourself } from './LazyFindYourself.tsx'
export { LazyMyPhotos } from './LazyMyPhotos.tsx'
