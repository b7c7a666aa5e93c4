import { atom, getDefaultStore, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'

export interface AppBarState {
  /** Hides the bar of a page that renders its own, like the camera. */
  hideBar?: boolean
  /** Hides the footer of a page that has a dock there, or fills the screen. */
  hideFooter?: boolean
  /** Sets the target of Back when the page was opened by a link from outside. */
  back?: string
}

// hidden from the start: the page of the camera would shift if the bar disappeared after its code has loaded
const isCameraPage = typeof location !== 'undefined' && location.pathname.endsWith('/selfie')

export const appBarAtom = atom<AppBarState>(isCameraPage ? { hideBar: true } : {})

/** Stores whether the code of a page is loading. */
export const routeLoadingAtom = atom(false)

/** Sets which parts of the shell are hidden while the page is shown. */
export function useAppBar({ hideBar, hideFooter, back }: AppBarState): void {
  const setChrome = useSetAtom(appBarAtom)
  // effects run after rendering, and not at all on the server
  if (typeof window === 'undefined') getDefaultStore().set(appBarAtom, { hideBar, hideFooter, back })
  useLayoutEffect(() => {
    // a new value would re-render the shell and make hydration of the page synchronous
    setChrome((current) =>
      current.hideBar === hideBar && current.hideFooter === hideFooter && current.back === back
        ? current
        : { hideBar, hideFooter, back },
    )
    return () => setChrome({})
  }, [hideBar, hideFooter, back, setChrome])
}
