import { type ComponentProps, lazy, Suspense } from 'react'
import type { MyPhotos as RealMyPhotos } from './MyPhotos.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'

const Real = lazy(async () => ({ default: (await import('./MyPhotos.tsx')).MyPhotos }))

/** The runner's own photos, whose code comes when they are looked at for the first time. */
export function MyPhotos(props: ComponentProps<typeof RealMyPhotos>) {
  return (
    <Suspense fallback={<ResultsSkeleton />}>
      <Real {...props} />
    </Suspense>
  )
}
