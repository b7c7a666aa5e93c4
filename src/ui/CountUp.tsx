import { useEffect, useState } from 'react'
import { firstScreenNow } from '../lib/first-screen.ts'
import { cx } from './cx.ts'

const RUN_IN_MS = 600

export interface CountUpProps {
  value: number
  /** Turns a number into what is shown; plain digits when left out. */
  format?: (value: number) => string
  className?: string
}

/**
 * A found count runs up to its value; assistive technology hears only the value. On a page that came with its first screen
 * it stands: nobody is to read a zero while the code is on its way.
 */
export function CountUp({ value, format = String, className }: CountUpProps) {
  const [cameWithPage] = useState(() => firstScreenNow() !== undefined)
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
    // it takes the width of its end all the time: what stands beside it must not move
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
