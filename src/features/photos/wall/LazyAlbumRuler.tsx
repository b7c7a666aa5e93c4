import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the time ruler when it is first rendered. */
export const AlbumRuler = lazyPart(() => import('./AlbumRuler.tsx').then((it) => it.AlbumRuler))
