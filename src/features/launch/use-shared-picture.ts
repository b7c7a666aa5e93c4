import { useEffect, useState } from 'react'
import { readSharedPicture } from '../../lib/pictures/shared-picture.ts'

interface Picture {
  state: 'looking' | 'here' | 'none'
  /** Points to the picture as an object URL. */
  url?: string
}

/** Returns the picture that was shared with the app, if any. */
export function useSharedPicture(isEnabled: boolean): Picture {
  const [picture, setPicture] = useState<Picture>({ state: isEnabled ? 'looking' : 'none' })
  useEffect(() => {
    if (!isEnabled) return undefined
    let url: string | undefined
    let isUnmounted = false
    void readSharedPicture()
      .catch(() => undefined)
      .then((blob) => {
        if (isUnmounted) return
        url = blob && URL.createObjectURL(blob)
        setPicture(url ? { state: 'here', url } : { state: 'none' })
      })
    return () => {
      isUnmounted = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [isEnabled])
  return picture
}
