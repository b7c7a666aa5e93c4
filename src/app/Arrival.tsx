import { useEffect } from 'react'
import { lastArrival } from '../platform/navigation/index.ts'
import { answerEarly } from './early.ts'
import { settleScroll } from './scroll-places.ts'

/** Stands behind a page: once the page is on the screen, scrolls it and brings the focus to its heading. */
export function Arrival() {
  useEffect(() => {
    answerEarly()
    settleScroll()
    if (lastArrival() !== 'first') return keepOnHeading()
    return undefined
  }, [])
  return null
}

/** What the user does by herself; from then on the focus is hers. */
export const takesOver = ['keydown', 'pointerdown'] as const

/** A page that waits for its data may show another heading with them: the focus goes along. @returns what ends that */
function keepOnHeading(): () => void {
  let heading = focusHeading()
  const observer = new MutationObserver(() => {
    const isLost = !heading?.isConnected && document.activeElement === document.body
    if (isLost) heading = focusHeading()
  })
  const stop = () => {
    observer.disconnect()
    for (const type of takesOver) removeEventListener(type, stop, true)
  }
  for (const type of takesOver) addEventListener(type, stop, true)
  const main = document.querySelector('main')
  if (main) observer.observe(main, { childList: true, subtree: true })
  return stop
}

/** @returns the heading of the page, which has the focus now; undefined when there is none */
export function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return undefined
  heading.tabIndex = -1
  // a heading is read, not used: a ring around it would look like a control
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
  return heading
}
