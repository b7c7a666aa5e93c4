import { useSetAtom } from 'jotai'
import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { Text, type TextLevel, useLanguage } from '../../platform/language/index.ts'
import { useCode } from '../../platform/loading/index.ts'
import { routeLoadingAtom } from '../../platform/navigation/index.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PageError, PageNotLoaded } from './PageError.tsx'
import { RouteFocus } from './RouteFocus.tsx'

export type LoadPage = () => Promise<ComponentType>

interface Props {
  load: LoadPage
  /** Names the texts that the page needs; `page` when absent. */
  texts?: TextLevel
}

const chunkTimeoutInMs = 120_000

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page did not load in time')), chunkTimeoutInMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Shows a page once its code is loaded; offers a retry when loading or rendering fails. */
export function Screen(props: Props) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => {
    // a browser may cache a failed module: the second retry reloads the page
    if (attempt > 0) location.reload()
    else setAttempt(1)
  }
  return (
    <ErrorBoundary key={attempt} Fallback={PageError} onRetry={retry}>
      {/* the page hydrates separately from the frame around it */}
      <Suspense fallback={<PageSkeleton />}>
        <Page {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Page({ load, texts = 'page' }: Props) {
  const { requestTexts } = useLanguage()
  const { code: LoadedPage } = useCode(load, async () => {
    try {
      const [page] = await withTimeout(Promise.all([load(), requestTexts(texts)]))
      return page
    } catch (cause) {
      throw new PageNotLoaded('the code of the page did not come', { cause })
    }
  })
  if (!LoadedPage) return <PageSkeleton />
  return (
    <>
      <LoadedPage />
      <RouteFocus />
    </>
  )
}

/** Renders a placeholder while the code of a page is loading. */
function PageSkeleton() {
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

interface BoundaryProps {
  Fallback: ComponentType<{ error: unknown; onRetry: () => void }>
  onRetry: () => void
  children: ReactNode
}

class ErrorBoundary extends Component<BoundaryProps, { error?: unknown; failed: boolean }> {
  override state = { failed: false, error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  override render(): ReactNode {
    const { Fallback, onRetry, children } = this.props
    return this.state.failed ? <Fallback error={this.state.error} onRetry={onRetry} /> : children
  }
}
