import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface DockProps {
  label: string
  /** Also on wide screens, where the main action usually stands in a side plate. */
  wide?: boolean
  className?: string
  children: ReactNode
}

/** The one on the screen; while one takes the place of another, the later. */
let shown: HTMLElement | null = null
let frame = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * A new height makes the style of the whole page anew and moves nothing that is in sight: it is told once the dock has been
 * painted, and once when one takes the place of another.
 */
function tellHeightSoon(): void {
  cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      const { style } = document.documentElement
      const height = shown ? `${shown.offsetHeight}px` : ''
      if (style.getPropertyValue('--pf-dock') !== height) style.setProperty('--pf-dock', height)
    })
  })
}

/**
 * The main action within reach of the thumb. Leaves a gap of its own height in the page, and tells that height to
 * `--pf-dock` so that messages stand above it.
 */
export function Dock({ label, wide, className, children }: DockProps) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dock = ref.current
    if (!dock) return undefined
    shown = dock
    // also tells the first height
    const observer = new ResizeObserver(tellHeightSoon)
    observer.observe(dock)
    return () => {
      observer.disconnect()
      if (shown === dock) shown = null
      tellHeightSoon()
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
