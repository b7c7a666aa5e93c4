import { useEffect, useState } from 'react'
import { seeSharedPicture } from '../../lib/shared-picture.ts'

interface Picture {
  state: 'looking' | 'here' | 'none'
  /** Points to the picture as an object URL. */
  url?: string
}

/** Returns the picture that was shared with the app, if any. */
export function usePicture(wanted: boolean): Picture {
  const [picture, setPicture] = useState<Picture>({ state: wanted ? 'looking' : 'none' })
  useEffect(() => {
    if (!wanted) return undefined
    let url: string | undefined
    let gone = false
    void seeSharedPicture()
      .catch(() => undefined)
      .then((blob) => {
        if (gone) return
        url = blob && URL.createObjectURL(blob)
        setPicture(url ? { state: 'here', url } : { state: 'none' })
      })
    return () => {
      gone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [wanted])
  return picture
}
