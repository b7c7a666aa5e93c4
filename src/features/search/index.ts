export { FindByWord } from './FindByWord.tsx'
export { FindYourself, FindYourselfDock } from './FindYourself.tsx'
export { MyPhotos } from './LateMyPhotos.tsx'
export { ResultsSkeleton } from './ResultsSkeleton.tsx'
