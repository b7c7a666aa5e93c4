import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the buttons that ask whether a photo shows the runner. Albums do not have them. */
export const IsMeButtons = lazyPart(() => import('./IsMeButtons.tsx').then((it) => it.IsMeButtons))
