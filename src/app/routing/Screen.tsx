import { type ComponentType, Suspense, useState } from 'react'
import { type TextLevel, useLanguage } from '../../platform/language/index.ts'
import { useCode } from '../../platform/loading/index.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageError, PageNotLoaded } from './PageError.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
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
