import { late } from '../../platform/loading/index.ts'

/** Only wide screens have the plate. */
export const FindYourself = late(() => import('./FindYourself.tsx').then((it) => it.FindYourself))
