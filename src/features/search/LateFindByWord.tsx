import { late } from '../../platform/loading/index.ts'

/** Loads on first use: phones show it in a sheet only. */
export const FindByWord = late(() => import('./FindByWord.tsx').then((it) => it.FindByWord))
