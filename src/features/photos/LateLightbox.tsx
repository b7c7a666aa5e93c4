import { late } from '../../platform/loading/index.ts'

/** The viewer; its code is loaded when a photo is opened for the first time. */
export const Lightbox = late(() => import('./Lightbox.tsx').then((it) => it.Lightbox))
