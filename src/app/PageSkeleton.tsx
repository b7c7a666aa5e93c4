import { Text } from '../platform/language/index.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The bones of a page while its code is under way. */
export function PageSkeleton() {
  return (
    <div className="wrap py-8" aria-busy="true">
      <output className="sr-only">
        <Text id="app.loading" />
      </output>
      <Skeleton height={56} className="max-w-120" />
      <Skeleton height={24} className="mt-4 max-w-75" />
      <Skeleton height={240} className="mt-8" />
    </div>
  )
}
