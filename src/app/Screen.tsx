import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useLanguage } from '../platform/language/index.ts'
import { Arrival } from './Arrival.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageError, PageNotLoaded } from './PageError.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

export type LoadPage = () => Promise<ComponentType>

const chunkTimeoutInMs = 120_000

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page did not load in time')), chunkTimeoutInMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function lazyOf(load: LoadPage, loadTexts: () => Promise<void>) {
  return lazy(async () => {
    try {
      const [page] = await withTimeout(Promise.all([load(), loadTexts()]))
      return { default: page }
    } catch (cause) {
      throw new PageNotLoaded('the code of the page did not come', { cause })
    }
  })
}

/** Pages whose code was here before they were first drawn. */
const here = new WeakMap<LoadPage, ComponentType>()

/** Has a page, with all its texts, drawn at once. */
export function keepPage(load: LoadPage, Page: ComponentType): void {
  here.set(load, Page)
}

const noMoreTexts = () => Promise.resolve()

/** Shows a page as soon as its code is here; offers another try when it does not come or falls over. */
export function Screen({ load, firstTexts = false }: { load: LoadPage; firstTexts?: boolean }) {
  const { needAllTexts } = useLanguage()
  const loadTexts = firstTexts ? noMoreTexts : needAllTexts
  // a lazy component keeps its failure, so each attempt takes a new one
  const [{ attempt, Page }, setTry] = useState(() => ({
    attempt: 0,
    Page: here.get(load) ?? lazyOf(load, loadTexts),
  }))
  const retry = () => {
    // a browser may keep a failed module as well: the second try reloads the page
    if (attempt > 0) location.reload()
    else setTry({ attempt: attempt + 1, Page: lazyOf(load, loadTexts) })
  }
  return (
    <ErrorBoundary key={attempt} Fallback={PageError} onRetry={retry}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  )
}
