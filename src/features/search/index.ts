export { FindByWord } from './FindByWord.tsx'
export { FindYourself, FindYourselfDock } from './FindYourself.tsx'
export { MyPhotos } from './MyPhotos.tsx'
export { ResultsSkeleton } from './Results.tsx'
