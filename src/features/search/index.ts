export { FindYourselfDock } from './FindYourselfDock.tsx'
export { FindYourself } from './LateFindYourself.tsx'
export { MyPhotos } from './LateMyPhotos.tsx'
