import { late } from '../../platform/loading/index.ts'

/** Loads the buttons that ask whether a photo shows the runner. Albums do not have them. */
export const AskIfMe = late(() => import('./AskIfMe.tsx').then((it) => it.AskIfMe))
