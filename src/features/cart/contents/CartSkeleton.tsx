import { Text } from '../../../platform/language/index.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Renders a placeholder of the cart during its first load. */
export function CartSkeleton() {
  return (
    <div className="wrap" aria-busy="true">
      <h1 className="display-d1 pt-6 pb-1.5 lg:pt-11 lg:pb-4.5">
        <Text id="cart.title" />
      </h1>
      <p className="sr-only" role="status">
        <Text id="cart.loading" />
      </p>
      <Skeleton text width={240} className="my-3" />
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3.5 border-t border-line py-3">
          <Skeleton className="size-19 flex-none rounded-print lg:size-28" />
          <div className="flex-1 pt-1">
            <Skeleton text width="60%" />
            <Skeleton text width="40%" className="mt-3" />
          </div>
        </div>
      ))}
    </div>
  )
}
