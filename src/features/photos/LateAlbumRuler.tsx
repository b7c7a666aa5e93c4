import { late } from '../../platform/loading/index.ts'

/** Loads the time ruler when it is first rendered. */
export const AlbumRuler = late(() => import('./AlbumRuler.tsx').then((it) => it.AlbumRuler))
