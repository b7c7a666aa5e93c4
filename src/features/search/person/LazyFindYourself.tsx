import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads on first use: only wide screens show the plate. */
export const LazyFindYourself = lazyPart(() => import('./FindYourself.tsx').then((it) => it.FindYourself))
