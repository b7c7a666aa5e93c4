import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'

export interface DockProps {
  label: string
  /** Shows the dock on wide screens too, where the main action is usually in a side plate. */
  wide?: boolean
  className?: string
  children: ReactNode
}

/** The visible dock. When one dock replaces another, the newer one. */
let visibleDock: HTMLElement | null = null
let animationFrame = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Publishes the height. A change restyles the whole page but moves nothing visible, so it is delayed until the dock was
 * painted. One dock replacing another causes one update.
 */
function schedulePublishHeight(): void {
  cancelAnimationFrame(animationFrame)
  clearTimeout(timer)
  animationFrame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      const { style } = document.documentElement
      const height = visibleDock ? `${visibleDock.offsetHeight}px` : ''
      if (style.getPropertyValue('--pf-dock') === height) return
      style.setProperty('--pf-dock', height)
      scrollToCoveredFocus()
    })
  })
}

/** Scrolls the keyboard-focused element into view when the dock covers it. */
function scrollToCoveredFocus(): void {
  const focused = document.activeElement
  if (!visibleDock || !focused?.matches(':focus-visible') || visibleDock.contains(focused)) return
  // forces a layout
  if (visibleDock.offsetHeight === 0) return
  const { top, bottom } = focused.getBoundingClientRect()
  if (bottom > visibleDock.getBoundingClientRect().top && top < innerHeight)
    focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/**
 * Renders the main action within reach of the thumb. Reserves its height in the page and publishes it as `--pf-dock`, so that
 * messages are placed above it.
 */
export function Dock({ label, wide, className, children }: DockProps) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dock = ref.current
    if (!dock) return undefined
    visibleDock = dock
    // also reports the initial height
    const observer = new ResizeObserver(schedulePublishHeight)
    observer.observe(dock)
    // content that loads above the focused element moves it under the dock
    const contentObserver = new ResizeObserver(scrollToCoveredFocus)
    contentObserver.observe(document.body)
    return () => {
      observer.disconnect()
      contentObserver.disconnect()
      if (visibleDock === dock) visibleDock = null
      schedulePublishHeight()
    }
  }, [])
  return (
    <>
      <section ref={ref} className={cx('pf-dock', !wide && 'pf-dock-narrow', className)} aria-label={label}>
        {children}
      </section>
      <div className="pf-dock-space" aria-hidden="true" />
    </>
  )
}
