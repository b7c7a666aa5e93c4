import { useEffect } from 'react'
import { getLastNavigationType } from '../../platform/navigation/index.ts'
import { replayInteractions } from './queued-interactions.ts'
import { restoreScroll } from './scroll-positions.ts'

/** Restores the scroll position and focuses the heading of the page. Mount it after a page; it renders nothing. */
export function RouteFocus() {
  useEffect(() => {
    replayInteractions()
    restoreScroll()
    if (getLastNavigationType() !== 'first') return trackHeadingFocus()
    return undefined
  }, [])
  return null
}

/** Events of user input. After the first of them the focus is no longer moved. */
export const userInputEvents = ['keydown', 'pointerdown'] as const

/**
 * Refocuses the heading until the first user input: a page may replace its heading when its data arrive. A dialog of the
 * previous page drops the focus when it closes.
 *
 * @returns a function that stops refocusing
 */
function trackHeadingFocus(): () => void {
  focusHeading()
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeading()
  })
  const stop = () => {
    observer.disconnect()
    for (const type of userInputEvents) removeEventListener(type, stop, true)
  }
  for (const type of userInputEvents) addEventListener(type, stop, true)
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}

/**
 * Focuses the heading of the page.
 *
 * @returns the heading; undefined when there is none
 */
export function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return undefined
  heading.tabIndex = -1
  // a heading is not a control, so it gets no focus ring
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
  return heading
}
