import { lazyPart } from '../../platform/loading/index.ts'
import { ResultsSkeleton } from './results/ResultsSkeleton.tsx'

/** Loads when the runner's photos are first viewed. */
export const LazyMyPhotos = lazyPart(
  () => import('./MyPhotos.tsx').then((it) => it.MyPhotos),
  ResultsSkeleton,
  // loads all texts of a page: the event page has fewer
  'page',
)
