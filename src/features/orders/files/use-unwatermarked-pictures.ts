import { type RefObject, startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useOnReconnect } from '../../../platform/offline/index.ts'
import { UnwatermarkedPictures } from '../../purchases/index.ts'
import type { OrderFile } from './files.ts'

/** Provides the pictures of a paid order, without watermark once they are loaded. */
export interface BoughtPictures {
  /** Returns the address of the unwatermarked picture, or of the marked one until it is loaded; undefined without a picture. */
  getUrl(file: OrderFile): string | undefined
  request(file: OrderFile): void
}

/** @param renew reloads the order's items; must be a stable reference */
export function useUnwatermarkedPictures(renew: () => void): BoughtPictures {
  const [pictures] = useState(() => new UnwatermarkedPictures(renew))
  const [urlsByKey, setUrlsByKey] = useState(pictures.getUrls)
  useEffect(() => {
    // `startTransition` keeps hydration and rendering interruptible
    const unsubscribe = pictures.subscribe(() => startTransition(() => setUrlsByKey(pictures.getUrls())))
    return () => {
      unsubscribe()
      pictures.releaseAll()
    }
  }, [pictures])
  useOnReconnect(pictures.retryMissed)
  return useMemo(
    () => ({
      getUrl: ({ key, download }) => urlsByKey.get(key) ?? download.thumb?.url,
      request: pictures.load,
    }),
    [urlsByKey, pictures],
  )
}

/** Requests pictures when an element becomes visible, and again when their handles have changed. */
export function useRequestWhenVisible(
  element: RefObject<Element | null>,
  files: readonly OrderFile[],
  pictures: Pick<BoughtPictures, 'request'>,
): void {
  const handles = files.map(({ download }) => download.picture).join()
  const requestPictures = useEffectEvent(() => {
    for (const file of files) pictures.request(file)
  })
  useEffect(() => {
    if (!element.current || handles === '') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) requestPictures()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, handles])
}
