import { late } from '../../platform/loading/index.ts'

/** Loads the viewer when a photo is opened for the first time. */
export const Lightbox = late(() => import('./Lightbox.tsx').then((it) => it.Lightbox))
