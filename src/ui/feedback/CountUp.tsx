import { useEffect, useState } from 'react'
import { getHydrationData } from '../../lib/initial-data.ts'
import { cx } from '../cx.ts'

const DURATION_IN_MS = 600

export interface CountUpProps {
  value: number
  /** Formats the number; plain digits when omitted. */
  format?: (value: number) => string
  className?: string
}

/**
 * Animates a count up to its value; assistive technology gets only the final value. A server-rendered page has no animation: a
 * zero must not be shown while the code loads.
 */
export function CountUp({ value, format = String, className }: CountUpProps) {
  const [isServerRendered] = useState(() => getHydrationData() !== undefined)
  const [shownValue, setShownValue] = useState(0)
  const skipsAnimation = isServerRendered || prefersReducedMotion()
  useEffect(() => {
    if (skipsAnimation) return undefined
    let frame = 0
    const start = performance.now()
    const step = (time: number) => {
      const progress = Math.min(1, Math.max(0, (time - start) / DURATION_IN_MS))
      setShownValue(Math.round(value * (1 - (1 - progress) ** 3)))
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, skipsAnimation])
  return (
    // has its final width from the start, so that neighbors do not shift
    <span className={cx('relative inline-block', className)}>
      <span className="absolute inset-0" aria-hidden="true">
        {format(skipsAnimation ? value : shownValue)}
      </span>
      <span className="invisible" aria-hidden="true">
        {format(value)}
      </span>
      <span className="sr-only">{format(value)}</span>
    </span>
  )
}

function prefersReducedMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
