import { startTransition, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'

export interface FilmFrame {
  key: string
  src?: string
  label: string
}

export interface FilmStripProps {
  label: string
  count: number
  getFrame: (index: number) => FilmFrame | undefined
  index: number
  onChange: (index: number) => void
}

const STEP_IN_PX = 56
const OVERSCAN_FRAMES = 12
/** Number of frames on each side before the strip has been measured; exceeds what a phone shows. */
const INITIAL_FRAMES_PER_SIDE = 6

/** Renders thumbnails under the viewer; only those near the visible range are mounted. */
export function FilmStrip({ label, count, getFrame, index, onChange }: FilmStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({
    first: Math.max(0, index - INITIAL_FRAMES_PER_SIDE),
    end: index + INITIAL_FRAMES_PER_SIDE + 1,
  })
  const updateRange = useCallback(
    (element: HTMLElement) => {
      const first = Math.max(0, Math.floor(element.scrollLeft / STEP_IN_PX) - OVERSCAN_FRAMES)
      const end = Math.min(
        count,
        Math.ceil((element.scrollLeft + element.clientWidth) / STEP_IN_PX) + OVERSCAN_FRAMES,
      )
      // updating the frames must not delay the picture
      startTransition(() =>
        setRange((old) => (old.first === first && old.end === end ? old : { first, end })),
      )
    },
    [count],
  )
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const left = index * STEP_IN_PX - element.clientWidth / 2 + STEP_IN_PX / 2
    const isFar = Math.abs(left - element.scrollLeft) > element.clientWidth
    const isInstant = isFar || matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left, behavior: isInstant ? 'instant' : 'smooth' })
    updateRange(element)
  }, [index, updateRange])
  useEffect(() => {
    const element = strip.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => updateRange(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [updateRange])
  const end = Math.min(range.end, count)
  const frames = Array.from({ length: Math.max(0, end - range.first) }, (_, offset) => range.first + offset)
  return (
    <div
      ref={strip}
      className="pf-film"
      role="group"
      aria-label={label}
      onScroll={(event: UIEvent<HTMLDivElement>) => updateRange(event.currentTarget)}
    >
      {range.first > 0 && <span className="flex-none" style={{ width: range.first * STEP_IN_PX - 4 }} />}
      {frames.map((frameIndex) => {
        const frame = getFrame(frameIndex)
        return (
          <button
            key={frame?.key ?? frameIndex}
            type="button"
            aria-label={frame?.label}
            aria-current={frameIndex === index ? 'true' : undefined}
            tabIndex={frameIndex === index ? 0 : -1}
            onClick={() => onChange(frameIndex)}
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
