import { late } from '../../platform/loading/index.ts'

/** Loads on first use: only wide screens show the plate. */
export const FindYourself = late(() => import('./FindYourself.tsx').then((it) => it.FindYourself))
