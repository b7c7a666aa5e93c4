import { late } from '../../platform/loading/index.ts'

/** Loads the filter by point and time on first use: only lists with enough photos have it. */
export const PartBar = late(() => import('./PartBar.tsx').then((it) => it.PartBar), PartBarPlace)
export const AlbumPartBar = late(
  () => import('./AlbumPartBar.tsx').then((it) => it.AlbumPartBar),
  PartBarPlace,
)

/** Renders a placeholder with the height of a row of chips, to avoid a layout shift. */
function PartBarPlace() {
  return <div className="mb-3 h-14" />
}
