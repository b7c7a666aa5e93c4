import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '../../../contract/common.ts'
import type { Photo } from '../../../contract/photos.ts'
import { isSlowLink } from '../../lib/link.ts'
import { countReturns, useRetryWhenBack } from '../../platform/offline/index.ts'
import { Semaphore } from './semaphore.ts'

/** Limits downloads on a slow link to two at a time: more of them share the bandwidth and all arrive late. */
const turns = new Semaphore(2)

/** Returns the small rendition of a photo; the smallest one on a slow link. */
export function chooseSmallImage({ tiny, thumb }: Photo): Image {
  return tiny && isSlowLink() ? tiny : thumb
}

interface State {
  /** Renditions still to try, the current one first; empty when all have failed. */
  sizes: readonly Image[]
  tries: number
  /** Whether the download slot was acquired. */
  may: boolean
  /** Number of reconnects when the first rendition was tried. */
  returnsBefore: number
}

function begin(photo: Photo, tries: number): State {
  const first = chooseSmallImage(photo)
  const others = [photo.tiny, photo.thumb].filter((size) => size !== undefined && size !== first)
  return {
    sizes: [first, ...(others as Image[])],
    tries,
    may: !isSlowLink(),
    returnsBefore: countReturns(),
  }
}

/**
 * Returns the small picture of a tile: on a slow link the smallest one, two at a time. When it fails, the other rendition is
 * tried, which may be cached. When both fail, `image` is absent until `retry` is called or the network is back.
 */
export function usePicture(photo: Photo) {
  const [{ sizes, tries, may, returnsBefore }, setState] = useState(() => begin(photo, 0))
  const end = useRef<() => void>(undefined)
  const [image] = sizes

  const takeTurn = useEffectEvent(() =>
    may ? undefined : turns.take(() => setState((now) => ({ ...now, may: true }))),
  )
  useEffect(() => {
    end.current = takeTurn()
    return () => end.current?.()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each try takes a turn
  }, [tries])

  const retry = () => setState((now) => begin(photo, now.tries + 1))
  useRetryWhenBack(image ? undefined : returnsBefore, retry)
  return {
    image,
    src: may ? image?.url : undefined,
    tries,
    retry,
    onLoad: () => end.current?.(),
    onFail: () => {
      end.current?.()
      setState((now) => ({ ...now, sizes: now.sizes.slice(1), tries: now.tries + 1 }))
    },
  }
}
