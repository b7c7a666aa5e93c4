import { Text } from '../../platform/language/index.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Stands where the found photos will. */
export function ResultsSkeleton() {
  return (
    <div className="wrap pt-5 lg:pt-10" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="search.loading" />
      </p>
      <div className="flex items-end gap-3">
        <Skeleton className="size-26 lg:size-44" />
        <Skeleton className="h-15 w-32 lg:h-36 lg:w-60" />
      </div>
      <Skeleton className="mt-5 h-12 w-full max-w-120" />
      <Skeleton className="mt-4 h-96 w-full" />
    </div>
  )
}
