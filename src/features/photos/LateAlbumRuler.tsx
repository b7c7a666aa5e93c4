import { late } from '../../platform/loading/index.ts'

/** The ruler of time, whose code comes once there is something to measure. */
export const AlbumRuler = late(() => import('./AlbumRuler.tsx').then((it) => it.AlbumRuler))
