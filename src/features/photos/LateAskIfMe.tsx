import { late } from '../../platform/loading/index.ts'

/** Loads the question whether a photo shows the runner, which albums never ask. */
export const AskIfMe = late(() => import('./AskIfMe.tsx').then((it) => it.AskIfMe))
