import { lazyPart } from '../../../platform/loading/index.ts'

/** Loads the filter by point and time on first use: only lists with enough photos have it. */
export const FilterBar = lazyPart(
  () => import('./FilterBar.tsx').then((it) => it.FilterBar),
  FilterBarPlaceholder,
)
export const AlbumFilterBar = lazyPart(
  () => import('./AlbumFilterBar.tsx').then((it) => it.AlbumFilterBar),
  FilterBarPlaceholder,
)

/** Renders a placeholder with the height of a row of chips, to avoid a layout shift. */
function FilterBarPlaceholder() {
  return <div className="mb-3 h-14" />
}
