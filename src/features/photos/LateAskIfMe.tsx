import { late } from '../../platform/loading/index.ts'

/** The question of search results, which albums never show. */
export const AskIfMe = late(() => import('./AskIfMe.tsx').then((it) => it.AskIfMe))
