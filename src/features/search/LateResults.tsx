import { type ComponentProps, lazy, Suspense } from 'react'
import type { Results as RealResults } from './Results.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'

const load = async () => ({ default: (await import('./Results.tsx')).Results })
const Real = lazy(load)

/** Fetches the code of the results while the service searches. */
export function awaitResults(): void {
  load().catch(() => {
    // it is asked for once more when there is something to show
  })
}

/** What was found, whose code comes beside it. */
export function Results(props: ComponentProps<typeof RealResults>) {
  return (
    <Suspense fallback={<ResultsSkeleton />}>
      <Real {...props} />
    </Suspense>
  )
}
