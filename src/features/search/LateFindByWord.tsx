import { late } from '../../platform/loading/index.ts'

/** Phones show it in a sheet only. */
export const FindByWord = late(() => import('./FindByWord.tsx').then((it) => it.FindByWord))
