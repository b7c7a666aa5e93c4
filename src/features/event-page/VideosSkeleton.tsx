import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Renders a placeholder of the videos. */
export function VideosSkeleton() {
  return (
    <div className="wrap grid gap-6 py-6 md:grid-cols-2 ml:grid-cols-3" aria-busy="true">
      <Skeleton className="aspect-video w-full" />
      <Skeleton className="aspect-video w-full" />
    </div>
  )
}
