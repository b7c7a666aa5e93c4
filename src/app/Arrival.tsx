import { useEffect } from 'react'
import { lastArrival } from '../platform/navigation/index.ts'
import { settleScroll } from './scroll-places.ts'

/** Stands behind a page: once the page is on the screen, scrolls it and brings the focus to its heading. */
export function Arrival() {
  useEffect(() => {
    settleScroll()
    if (lastArrival() === 'first') return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    // a heading is read, not used: a ring around it would look like a control
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [])
  return null
}
