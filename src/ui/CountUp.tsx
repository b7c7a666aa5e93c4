import { useEffect, useState } from 'react'
import { hydrationData } from '../lib/initial-data.ts'
import { cx } from './cx.ts'

const RUN_IN_MS = 600

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
  const [cameWithPage] = useState(() => hydrationData() !== undefined)
  const [shown, setShown] = useState(0)
  const still = cameWithPage || prefersStill()
  useEffect(() => {
    if (still) return undefined
    let frame = 0
    const start = performance.now()
    const step = (time: number) => {
      const share = Math.min(1, Math.max(0, (time - start) / RUN_IN_MS))
      setShown(Math.round(value * (1 - (1 - share) ** 3)))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, still])
  return (
    // has its final width from the start, so that neighbors do not shift
    <span className={cx('relative inline-block', className)}>
      <span className="absolute inset-0" aria-hidden="true">
        {format(still ? value : shown)}
      </span>
      <span className="invisible" aria-hidden="true">
        {format(value)}
      </span>
      <span className="sr-only">{format(value)}</span>
    </span>
  )
}

function prefersStill() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
