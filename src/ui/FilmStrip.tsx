import { startTransition, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'

export interface FilmFrame {
  key: string
  src?: string
  label: string
}

export interface FilmStripProps {
  label: string
  count: number
  frameAt: (index: number) => FilmFrame | undefined
  index: number
  onChange: (index: number) => void
}

const STEP_IN_PX = 56
const BEYOND = 12
/** Number of frames on each side before the strip has been measured; exceeds what a phone shows. */
const AROUND = 6

/** Renders thumbnails under the viewer; only those near the visible range are mounted. */
export function FilmStrip({ label, count, frameAt, index, onChange }: FilmStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: Math.max(0, index - AROUND), end: index + AROUND + 1 })
  const look = useCallback(
    (element: HTMLElement) => {
      const first = Math.max(0, Math.floor(element.scrollLeft / STEP_IN_PX) - BEYOND)
      const end = Math.min(count, Math.ceil((element.scrollLeft + element.clientWidth) / STEP_IN_PX) + BEYOND)
      // updating the frames must not delay the picture
      startTransition(() => setSeen((old) => (old.first === first && old.end === end ? old : { first, end })))
    },
    [count],
  )
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const left = index * STEP_IN_PX - element.clientWidth / 2 + STEP_IN_PX / 2
    const far = Math.abs(left - element.scrollLeft) > element.clientWidth
    const still = far || matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left, behavior: still ? 'instant' : 'smooth' })
    look(element)
  }, [index, look])
  useEffect(() => {
    const element = strip.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => look(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [look])
  const end = Math.min(seen.end, count)
  const frames = Array.from({ length: Math.max(0, end - seen.first) }, (_, offset) => seen.first + offset)
  return (
    <div
      ref={strip}
      className="pf-film"
      role="group"
      aria-label={label}
      onScroll={(event: UIEvent<HTMLDivElement>) => look(event.currentTarget)}
    >
      {seen.first > 0 && <span className="flex-none" style={{ width: seen.first * STEP_IN_PX - 4 }} />}
      {frames.map((at) => {
        const frame = frameAt(at)
        return (
          <button
            key={frame?.key ?? at}
            type="button"
            aria-label={frame?.label}
            aria-current={at === index ? 'true' : undefined}
            tabIndex={at === index ? 0 : -1}
            onClick={() => onChange(at)}
          >
            {frame?.src && (
              <img src={frame.src} alt="" loading="lazy" decoding="async" width={52} height={52} />
            )}
          </button>
        )
      })}
      {end < count && <span className="flex-none" style={{ width: (count - end) * STEP_IN_PX - 4 }} />}
    </div>
  )
}
