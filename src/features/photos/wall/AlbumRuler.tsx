import './album-ruler.css'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { AlbumTimes } from '../../../../contract/photos.ts'
import { formatClock } from '../../../lib/format/time.ts'
import { useLanguage, useText } from '../../../platform/language/index.ts'
import { cx } from '../../../ui/cx.ts'
import type { JustifiedRowsHandle } from '../../../ui/media/JustifiedRows.tsx'
import type { AlbumFilter } from './album-filter.ts'
import { buildTimeline, findNextStep, getTimeAt, listTicks } from './album-times.ts'

export interface AlbumRulerProps {
  gridRef: RefObject<JustifiedRowsHandle | null>
  count: number
  times: AlbumTimes
  filter: AlbumFilter
  timeZone: string
}

/** Limits how long the ruler stays visible after the last scroll. */
const visibleAfterScrollInMs = 1_600

/** Upper edge of the flag at its highest position. */
const flagTopInPx = 76

/** Renders a time ruler at the edge of a long album. Its flag follows the scroll; dragging it jumps to a time. */
export function AlbumRuler({ gridRef, count, times, filter, timeZone }: AlbumRulerProps) {
  const text = useText()
  const { language } = useLanguage()
  const trackRef = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(false)
  /** Whether the album has scrolled up to the ruler. */
  const [isBesideAlbum, setBesideAlbum] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const timeline = buildTimeline(times, filter)
  const last = Math.max(0, count - 1)

  const updateIndex = useEffectEvent(() => {
    setIndex(Math.min(last, gridRef.current?.getFirstVisibleIndex() ?? 0))
    // in a narrow window, the flag would cover content above the photos
    const maxTopInPx = window.innerWidth < 1200 ? flagTopInPx : window.innerHeight / 2
    setBesideAlbum((root.current?.getBoundingClientRect().top ?? 0) < maxTopInPx)
  })
  useEffect(() => {
    const onFrame = () => {
      frame = 0
      updateIndex()
    }
    let frame = requestAnimationFrame(onFrame)
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      frame ||= requestAnimationFrame(onFrame)
      setVisible(true)
      clearTimeout(timer)
      timer = setTimeout(() => setVisible(false), visibleAfterScrollInMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])

  if (!timeline || count < 2) return null
  const formatTime = (moment: number) => formatClock(new Date(moment).toISOString(), language, { timeZone })
  const showIndex = (to: number) => {
    const targetIndex = Math.min(last, Math.max(0, Math.round(to)))
    setIndex(targetIndex)
    gridRef.current?.show(targetIndex, { toTop: true })
  }
  const showPointerPosition = ({ clientY }: PointerEvent) => {
    const box = trackRef.current?.getBoundingClientRect()
    if (box) showIndex(((clientY - box.top) / box.height) * last)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const tenth = Math.max(1, Math.round(count / 10))
    const to = {
      ArrowDown: findNextStep(timeline, index, 1),
      ArrowUp: findNextStep(timeline, index, -1),
      PageDown: index + tenth,
      PageUp: index - tenth,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    showIndex(to)
  }
  const currentTime = formatTime(getTimeAt(timeline, index))
  const buildPositionStyle = (position: number) =>
    ({ '--at': last > 0 ? position / last : 0 }) as CSSProperties
  return (
    <div ref={root}>
      <div
        className={cx('pf-time', (isVisible || isDragging) && 'pf-time-awake')}
        hidden={!isBesideAlbum && !isDragging}
      >
        <div ref={trackRef} className="pf-time-track">
          {listTicks(timeline).map((tick) => (
            <span
              key={tick.moment}
              className="pf-time-tick"
              style={buildPositionStyle(tick.index)}
              aria-hidden="true"
            >
              {formatTime(tick.moment)}
            </span>
          ))}
          <div
            className="pf-time-flag lining-nums"
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={text('photos.ruler.label')}
            aria-valuemin={1}
            aria-valuemax={count}
            aria-valuenow={index + 1}
            aria-valuetext={text('photos.ruler.value', { time: currentTime, at: index + 1, count })}
            style={buildPositionStyle(index)}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setDragging(true)
            }}
            onPointerMove={(event) => isDragging && showPointerPosition(event)}
            onPointerUp={() => setDragging(false)}
            onPointerCancel={() => setDragging(false)}
          >
            <b>{currentTime}</b>
          </div>
        </div>
      </div>
    </div>
  )
}
