import { type RefObject, startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useWhenBack } from '../../platform/offline/index.ts'
import { CleanPictures } from '../purchases/index.ts'
import type { OrderFile } from './files.ts'

/** Provides the pictures of a paid order, without watermark once they are loaded. */
export interface BoughtPictures {
  /** Returns the address of the clean picture, or of the marked one until it is loaded; undefined without a picture. */
  of(file: OrderFile): string | undefined
  ask(file: OrderFile): void
}

/** @param renew reloads the order's items; must be a stable reference */
export function useCleanPictures(renew: () => void): BoughtPictures {
  const [pictures] = useState(() => new CleanPictures(renew))
  const [here, setHere] = useState(pictures.here)
  useEffect(() => {
    // `startTransition` keeps hydration and rendering interruptible
    const unfollow = pictures.follow(() => startTransition(() => setHere(pictures.here())))
    return () => {
      unfollow()
      pictures.leave()
    }
  }, [pictures])
  useWhenBack(pictures.again)
  return useMemo(
    () => ({ of: ({ key, download }) => here.get(key) ?? download.thumb?.url, ask: pictures.ask }),
    [here, pictures],
  )
}

/** Requests pictures when an element becomes visible, and again when their handles have changed. */
export function useAskWhenSeen(
  element: RefObject<Element | null>,
  files: readonly OrderFile[],
  pictures: Pick<BoughtPictures, 'ask'>,
): void {
  const handles = files.map(({ download }) => download.picture).join()
  const ask = useEffectEvent(() => {
    for (const file of files) pictures.ask(file)
  })
  useEffect(() => {
    if (!element.current || handles === '') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, handles])
}
