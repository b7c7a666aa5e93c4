import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import {
  bounded,
  contained,
  DOUBLE_TAP,
  detectSwipe,
  type Point,
  type Size,
  type Swipe,
  WHOLE,
  type Zoom,
  zoomAt,
} from './zoom.ts'

interface GestureInput {
  stage: RefObject<HTMLElement | null>
  /** Changes with the picture and resets the zoom. */
  pictureKey: unknown
  onSwipe: (swipe: Swipe) => void
  onTap?: () => void
}

const DOUBLE_TAP_IN_MS = 300
const TAP_SLACK_IN_PX = 8

interface Hand {
  points: Map<number, Point>
  start: Point
  startedAt: number
  moved: boolean
  pinch: { distance: number; zoom: Zoom; middle: Point } | null
  lastTap: { at: number; point: Point }
}

/**
 * Handles swipe, pinch, double tap and pan on one stage. Movements are written directly to the elements: `--drag-x` and
 * `--drag-y` on the stage, and the transform of the picture marked `data-picture`.
 */
export function useGestures({ stage, pictureKey, onSwipe, onTap }: GestureInput) {
  const zoom = useRef<Zoom>(WHOLE)
  const hand = useRef<Hand>({
    points: new Map(),
    start: { x: 0, y: 0 },
    startedAt: 0,
    moved: false,
    pinch: null,
    lastTap: { at: 0, point: { x: 0, y: 0 } },
  })

  const picture = () => stage.current?.querySelector<HTMLImageElement>('[data-picture]') ?? null
  const sizes = (): { stage: Size; picture: Size } => {
    const box = stage.current
    const outer = { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0 }
    const image = picture()
    return {
      stage: outer,
      picture: contained({ width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 }, outer),
    }
  }
  const apply = (next: Zoom, smooth = false) => {
    const box = sizes()
    zoom.current = bounded(next, box.stage, box.picture)
    const image = picture()
    if (!image) return
    const { scale, x, y } = zoom.current
    image.style.transition = smooth ? 'transform var(--pf-base) var(--pf-ease)' : 'none'
    image.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    stage.current?.toggleAttribute('data-zoomed', scale > 1)
  }
  const drag = ({ x, y }: Point, isDragging: boolean) => {
    const box = stage.current
    if (!box) return
    box.style.setProperty('--drag-x', `${x}px`)
    box.style.setProperty('--drag-y', `${y}px`)
    box.toggleAttribute('data-held', isDragging)
  }
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
  }

  const startWhole = useEffectEvent(() => {
    zoom.current = WHOLE
    stage.current?.removeAttribute('data-zoomed')
    for (const image of stage.current?.querySelectorAll('img') ?? []) image.style.transform = ''
    drag({ x: 0, y: 0 }, false)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- a new picture starts whole
  useEffect(() => startWhole(), [pictureKey])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    if (event.ctrlKey || zoom.current.scale === 1) {
      const at = fromMiddle({ x: event.clientX, y: event.clientY })
      apply(zoomAt(zoom.current, zoom.current.scale * Math.exp(-event.deltaY / 300), at))
    } else {
      const { scale, x, y } = zoom.current
      apply({ scale, x: x - event.deltaX, y: y - event.deltaY })
    }
  })
  // React's wheel listeners are passive; the page must not zoom with the picture.
  useEffect(() => {
    const box = stage.current
    if (!box) return undefined
    const listen = (event: WheelEvent) => onWheel(event)
    box.addEventListener('wheel', listen, { passive: false })
    return () => box.removeEventListener('wheel', listen)
  }, [stage])

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const now = hand.current
    event.currentTarget.setPointerCapture(event.pointerId)
    now.points.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (now.points.size === 1) {
      now.start = { x: event.clientX, y: event.clientY }
      now.startedAt = event.timeStamp
      now.moved = false
    }
    now.pinch = now.points.size === 2 ? { ...pair(now.points, fromMiddle), zoom: zoom.current } : null
    if (now.pinch) drag({ x: 0, y: 0 }, false)
  }

  const onPointerMove = (event: PointerEvent) => {
    const now = hand.current
    const before = now.points.get(event.pointerId)
    if (!before) return
    const point = { x: event.clientX, y: event.clientY }
    now.points.set(event.pointerId, point)
    if (now.pinch) {
      const { distance, middle } = pair(now.points, fromMiddle)
      const scaled = zoomAt(
        now.pinch.zoom,
        (now.pinch.zoom.scale * distance) / now.pinch.distance,
        now.pinch.middle,
      )
      const moved = { x: middle.x - now.pinch.middle.x, y: middle.y - now.pinch.middle.y }
      now.moved = true
      apply({ ...scaled, x: scaled.x + moved.x, y: scaled.y + moved.y })
      return
    }
    const total = { x: point.x - now.start.x, y: point.y - now.start.y }
    if (Math.hypot(total.x, total.y) > TAP_SLACK_IN_PX) now.moved = true
    if (!now.moved) return
    if (zoom.current.scale > 1) {
      const { scale, x, y } = zoom.current
      apply({ scale, x: x + point.x - before.x, y: y + point.y - before.y })
    } else if (event.pointerType !== 'mouse' || event.buttons === 1) {
      const along = Math.abs(total.x) > Math.abs(total.y)
      drag(along ? { x: total.x, y: 0 } : { x: 0, y: Math.max(0, total.y) }, true)
    }
  }

  const onPointerUp = (event: PointerEvent) => {
    const now = hand.current
    if (!now.points.delete(event.pointerId)) return
    if (now.points.size > 0) {
      const [rest] = now.points.values()
      now.pinch = null
      if (rest) now.start = rest
      return
    }
    now.pinch = null
    const point = { x: event.clientX, y: event.clientY }
    if (!now.moved) return tap(point, event.timeStamp)
    if (zoom.current.scale > 1) return
    const total = { x: point.x - now.start.x, y: point.y - now.start.y }
    const swipe =
      event.type === 'pointerup' ? detectSwipe(total, sizes().stage, event.timeStamp - now.startedAt) : 'stay'
    drag({ x: 0, y: 0 }, false)
    if (swipe !== 'stay') onSwipe(swipe)
  }

  const tap = (point: Point, at: number) => {
    const { lastTap } = hand.current
    const near = Math.hypot(point.x - lastTap.point.x, point.y - lastTap.point.y) < 40
    const twice = at - lastTap.at < DOUBLE_TAP_IN_MS && near
    hand.current.lastTap = { at: twice ? 0 : at, point }
    if (!twice) return onTap?.()
    apply(zoom.current.scale > 1 ? WHOLE : zoomAt(WHOLE, DOUBLE_TAP, fromMiddle(point)), true)
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    toggleZoom: () => apply(zoom.current.scale > 1 ? WHOLE : zoomAt(WHOLE, DOUBLE_TAP, { x: 0, y: 0 }), true),
    /** Returns whether arrows should turn pages; a zoomed picture is panned instead. */
    isWhole: () => zoom.current.scale === 1,
  }
}

function pair(points: Map<number, Point>, fromMiddle: (point: Point) => Point) {
  const [a, b] = [...points.values()]
  if (!a || !b) return { distance: 1, middle: { x: 0, y: 0 } }
  return {
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
    middle: fromMiddle({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }),
  }
}
