import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { Text } from '../../platform/language/index.ts'
import { routeLoadingAtom } from '../../platform/navigation/index.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Renders a placeholder while the code of a page is loading. */
export function PageSkeleton() {
  const setLoading = useSetAtom(routeLoadingAtom)
  useLayoutEffect(() => {
    setLoading(true)
    return () => setLoading(false)
  }, [setLoading])
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
