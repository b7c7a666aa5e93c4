import { late } from '../../platform/loading/index.ts'

/** The time ruler; its code is loaded on first render. */
export const AlbumRuler = late(() => import('./AlbumRuler.tsx').then((it) => it.AlbumRuler))
