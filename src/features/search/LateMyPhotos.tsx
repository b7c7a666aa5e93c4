import { late } from '../../platform/loading/index.ts'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'

/** The runner's own photos, whose code comes when they are looked at for the first time. */
export const MyPhotos = late(
  () => import('./MyPhotos.tsx').then((it) => it.MyPhotos),
  ResultsSkeleton,
  // an event page loads fewer
  'page',
)
