export { FindYourself, FindYourselfDock } from './FindYourself.tsx'
export { MyPhotos } from './LateMyPhotos.tsx'
