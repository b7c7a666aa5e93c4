import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '../../../contract/common.ts'
import type { Photo } from '../../../contract/photos.ts'
import { isSlowLink } from '../../lib/link.ts'
import { countReturns, useRetryWhenBack } from '../../platform/offline/index.ts'
import { Turns } from './turns.ts'

/** Pictures on their way at once share the same few bytes and come late together. */
const turns = new Turns(2)

/** The small picture of a photo: the smallest where every byte counts. */
export function smallOf({ tiny, thumb }: Photo): Image {
  return tiny && isSlowLink() ? tiny : thumb
}

interface State {
  /** Sizes that are still to be tried, the first one now; none when all were tried in vain. */
  sizes: readonly Image[]
  tries: number
  /** Its turn has come. */
  may: boolean
  /** How often the network had come back when the first size was tried. */
  returnsBefore: number
}

function begin(photo: Photo, tries: number): State {
  const first = smallOf(photo)
  const others = [photo.tiny, photo.thumb].filter((size) => size !== undefined && size !== first)
  return {
    sizes: [first, ...(others as Image[])],
    tries,
    may: !isSlowLink(),
    returnsBefore: countReturns(),
  }
}

/**
 * The small picture of a tile: on a slow link the smallest one, and two at a time. When it does not come the other size
 * is tried, which may be on the device; when neither does, `image` is absent until somebody tries again or the network
 * is back.
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
