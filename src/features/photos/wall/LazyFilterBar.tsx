import { lazyPart } from '../../../platform/loading/index.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Loads the filter by point and time on first use: only lists with enough photos have it. */
export const FilterChips = lazyPart(
  () => import('./FilterBar.tsx').then((it) => it.FilterChips),
  FilterChipsPlaceholder,
)
export const AlbumFilterBar = lazyPart(
  () => import('./AlbumFilterBar.tsx').then((it) => it.AlbumFilterBar),
  FilterBarPlaceholder,
)

/** Renders a placeholder with the width of the first chip. */
function FilterChipsPlaceholder() {
  return <Skeleton width={104} height={48} className="flex-none rounded-control" />
}

/** Renders a placeholder with the height of a row of chips, to avoid a layout shift. */
function FilterBarPlaceholder() {
  return <div className="mb-3 h-14" />
}
