import { atom, getDefaultStore, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'

export interface Chrome {
  /** The page brings its own top, like the camera. */
  hideBar?: boolean
  /** Nothing below the page: a dock stands there, or the page fills the screen. */
  hideFooter?: boolean
  /** Where back leads when the page was opened by a link from outside. */
  back?: string
}

// before its code is here, the camera's page would stand lower by a bar that then goes
const isCamera = typeof location !== 'undefined' && location.pathname.endsWith('/selfie')

export const chromeAtom = atom<Chrome>(isCamera ? { hideBar: true } : {})

/** The code of the page that was gone to is on its way. */
export const routeLoadingAtom = atom(false)

/** Tells the shell what to leave out around the page while it is shown. */
export function useChrome({ hideBar, hideFooter, back }: Chrome): void {
  const setChrome = useSetAtom(chromeAtom)
  // effects come after the drawing, and on the server not at all
  if (typeof window === 'undefined') getDefaultStore().set(chromeAtom, { hideBar, hideFooter, back })
  useLayoutEffect(() => {
    // the shell drawn anew would have a first screen taken over in one piece
    setChrome((now) =>
      now.hideBar === hideBar && now.hideFooter === hideFooter && now.back === back
        ? now
        : { hideBar, hideFooter, back },
    )
    return () => setChrome({})
  }, [hideBar, hideFooter, back, setChrome])
}
