import { type RefObject, startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useWhenBack } from '../../platform/offline/index.ts'
import { CleanPictures } from './clean-pictures.ts'
import type { OrderFile } from './files.ts'

/** The pictures of a paid order, as far as they are here without their mark. */
export interface BoughtPictures {
  /** The address of the clean picture, or until it is here of the marked one; undefined of a file without a picture. */
  of(file: OrderFile): string | undefined
  ask(file: OrderFile): void
}

/** @param renew has the order's items asked for anew; the same function each time */
export function useCleanPictures(renew: () => void): BoughtPictures {
  const [pictures] = useState(() => new CleanPictures(renew))
  const [here, setHere] = useState(pictures.here)
  useEffect(() => {
    // in small pieces, so that the page answers meanwhile
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

/** Asks for pictures when an element comes into sight, and once more when they have other handles. */
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
