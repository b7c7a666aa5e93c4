import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface DockProps {
  label: string
  /** Also on wide screens, where the main action usually stands in a side plate. */
  wide?: boolean
  className?: string
  children: ReactNode
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
    const root = document.documentElement.style
    const measure = () => root.setProperty('--pf-dock', `${dock.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(dock)
    return () => {
      observer.disconnect()
      root.removeProperty('--pf-dock')
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
