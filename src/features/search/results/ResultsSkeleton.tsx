import { Text } from '../../../platform/language/index.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Renders a placeholder of the found photos. */
export function ResultsSkeleton() {
  return (
    <div className="wrap pt-3 lg:pt-9" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="search.loading" />
      </p>
      <div className="flex items-center gap-2.5">
        <Skeleton className="h-16 w-13 lg:h-32 lg:w-25" />
        <Skeleton className="h-16 w-40 lg:h-32 lg:w-60" />
      </div>
      <Skeleton className="mt-4 h-40 w-full lg:hidden" />
      <Skeleton className="mt-2 h-12 w-full max-w-120 lg:mt-5" />
      <Skeleton className="mt-2 h-96 w-full lg:mt-3.5" />
    </div>
  )
}
