import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the viewer when a photo is opened for the first time. */
export const Lightbox = lazyPart(() => import('./Lightbox.tsx').then((it) => it.Lightbox))
