import { lazy, Suspense } from 'react'
import type { AlbumRulerProps } from './AlbumRuler.tsx'

const Real = lazy(async () => ({ default: (await import('./AlbumRuler.tsx')).AlbumRuler }))

/** The ruler of time, whose code comes once there is something to measure. */
export function AlbumRuler(props: AlbumRulerProps) {
  return (
    <Suspense>
      <Real {...props} />
    </Suspense>
  )
}
