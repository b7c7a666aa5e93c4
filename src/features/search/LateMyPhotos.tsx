import { late } from '../../platform/loading/index.ts'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'

/** The runner's photos; the code is loaded when they are first viewed. */
export const MyPhotos = late(
  () => import('./MyPhotos.tsx').then((it) => it.MyPhotos),
  ResultsSkeleton,
  // the event page itself loads fewer texts
  'page',
)
