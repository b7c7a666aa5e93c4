import { type ComponentProps, lazy, Suspense } from 'react'
import type { Lightbox as RealLightbox } from './Lightbox.tsx'

const Real = lazy(async () => ({ default: (await import('./Lightbox.tsx')).Lightbox }))

/** The viewer, whose code comes when a photo is opened for the first time. */
export function Lightbox(props: ComponentProps<typeof RealLightbox>) {
  return (
    <Suspense>
      <Real {...props} />
    </Suspense>
  )
}
