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
import type { AlbumTimes } from '../../../contract/photos.ts'
import { formatClock } from '../../lib/time.ts'
import { useLanguage, useText } from '../../platform/language/index.ts'
import { cx } from '../../ui/cx.ts'
import type { JustifiedRowsHandle } from '../../ui/JustifiedRows.tsx'
import type { AlbumPart } from './album-part.ts'
import { buildTimeline, listTicks, nextStep, timeAt } from './album-times.ts'

export interface AlbumRulerProps {
  wall: RefObject<JustifiedRowsHandle | null>
  count: number
  times: AlbumTimes
  part: AlbumPart
  timeZone: string
}

/** Limits how long the ruler stays visible after the last scroll. */
const lingersForInMs = 1_600

/** Upper edge of the flag at its highest position. */
const flagsHeadInPx = 76

/** Renders a time ruler at the edge of a long album. Its flag follows the scroll; dragging it jumps to a time. */
export function AlbumRuler({ wall, count, times, part, timeZone }: AlbumRulerProps) {
  const text = useText()
  const { language } = useLanguage()
  const track = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const [awake, setAwake] = useState(false)
  /** Whether the album has scrolled up to the ruler. */
  const [beside, setBeside] = useState(false)
  const [dragging, setDragging] = useState(false)
  const line = buildTimeline(times, part)
  const last = Math.max(0, count - 1)

  const follow = useEffectEvent(() => {
    setIndex(Math.min(last, wall.current?.firstShown() ?? 0))
    // in a narrow window, the flag would cover content above the photos
    const reach = window.innerWidth < 1200 ? flagsHeadInPx : window.innerHeight / 2
    setBeside((root.current?.getBoundingClientRect().top ?? 0) < reach)
  })
  useEffect(() => {
    const look = () => {
      frame = 0
      follow()
    }
    let frame = requestAnimationFrame(look)
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
      setAwake(true)
      clearTimeout(timer)
      timer = setTimeout(() => setAwake(false), lingersForInMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])

  if (!line || count < 2) return null
  const clock = (moment: number) => formatClock(new Date(moment).toISOString(), language, { timeZone })
  const go = (to: number) => {
    const wanted = Math.min(last, Math.max(0, Math.round(to)))
    setIndex(wanted)
    wall.current?.show(wanted, { toTop: true })
  }
  const goTo = ({ clientY }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box) go(((clientY - box.top) / box.height) * last)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const tenth = Math.max(1, Math.round(count / 10))
    const to = {
      ArrowDown: nextStep(line, index, 1),
      ArrowUp: nextStep(line, index, -1),
      PageDown: index + tenth,
      PageUp: index - tenth,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const now = clock(timeAt(line, index))
  const at = (place: number) => ({ '--at': last > 0 ? place / last : 0 }) as CSSProperties
  return (
    <div ref={root}>
      <div className={cx('pf-time', (awake || dragging) && 'pf-time-awake')} hidden={!beside && !dragging}>
        <div ref={track} className="pf-time-track">
          {listTicks(line).map((tick) => (
            <span key={tick.moment} className="pf-time-tick" style={at(tick.index)} aria-hidden="true">
              {clock(tick.moment)}
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
            aria-valuetext={text('photos.ruler.value', { time: now, at: index + 1, count })}
            style={at(index)}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setDragging(true)
            }}
            onPointerMove={(event) => dragging && goTo(event)}
            onPointerUp={() => setDragging(false)}
            onPointerCancel={() => setDragging(false)}
          >
            <b>{now}</b>
          </div>
        </div>
      </div>
    </div>
  )
}
