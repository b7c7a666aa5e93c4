export { LazyMyPhotos } from './LazyMyPhotos.tsx'
export { FindYourselfDock } from './person/FindYourselfDock.tsx'
export { LazyFindYourself } from './person/LazyFindYourself.tsx'
