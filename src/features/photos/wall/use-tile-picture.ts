import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '../../../../contract/common.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { isSlowLink } from '../../../lib/link.ts'
import { countReconnects, useRetryOnReconnect } from '../../../platform/offline/index.ts'
import { Semaphore } from './semaphore.ts'

/** Limits downloads on a slow link to two at a time: more of them share the bandwidth and all arrive late. */
const downloadSlots = new Semaphore(2)

/** Returns the small rendition of a photo; the smallest one on a slow link. */
export function chooseSmallImage({ tiny, thumb }: Photo): Image {
  return tiny && isSlowLink() ? tiny : thumb
}

interface State {
  /** Renditions still to try, the current one first; empty when all have failed. */
  sizes: readonly Image[]
  tries: number
  /** Whether the download slot was acquired. */
  isAllowed: boolean
  /** Number of reconnects when the first rendition was tried. */
  reconnectsAtStart: number
}

function createInitialState(photo: Photo, tries: number): State {
  const first = chooseSmallImage(photo)
  const otherSizes = [photo.tiny, photo.thumb].filter((size) => size !== undefined && size !== first)
  return {
    sizes: [first, ...(otherSizes as Image[])],
    tries,
    isAllowed: !isSlowLink(),
    reconnectsAtStart: countReconnects(),
  }
}

/**
 * Returns the small picture of a tile: on a slow link the smallest one, two at a time. When it fails, the other rendition is
 * tried, which may be cached. When both fail, `image` is absent until `retry` is called or the network is back.
 */
export function useTilePicture(photo: Photo) {
  const [{ sizes, tries, isAllowed, reconnectsAtStart }, setState] = useState(() =>
    createInitialState(photo, 0),
  )
  const releaseRef = useRef<() => void>(undefined)
  const [image] = sizes

  const acquireSlot = useEffectEvent(() =>
    isAllowed ? undefined : downloadSlots.acquire(() => setState((state) => ({ ...state, isAllowed: true }))),
  )
  useEffect(() => {
    releaseRef.current = acquireSlot()
    return () => releaseRef.current?.()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each try takes a turn
  }, [tries])

  const retry = () => setState((state) => createInitialState(photo, state.tries + 1))
  useRetryOnReconnect(image ? undefined : reconnectsAtStart, retry)
  return {
    image,
    src: isAllowed ? image?.url : undefined,
    tries,
    retry,
    onLoad: () => releaseRef.current?.(),
    onFail: () => {
      releaseRef.current?.()
      setState((state) => ({ ...state, sizes: state.sizes.slice(1), tries: state.tries + 1 }))
    },
  }
}
