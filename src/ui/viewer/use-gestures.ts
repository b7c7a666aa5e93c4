import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import {
  clampZoom,
  DOUBLE_TAP_SCALE,
  detectSwipe,
  fitPicture,
  NO_ZOOM,
  type Point,
  type Size,
  type Swipe,
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
const MAX_TAP_MOVEMENT_IN_PX = 8

interface GestureState {
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
  const zoom = useRef<Zoom>(NO_ZOOM)
  const gesture = useRef<GestureState>({
    points: new Map(),
    start: { x: 0, y: 0 },
    startedAt: 0,
    moved: false,
    pinch: null,
    lastTap: { at: 0, point: { x: 0, y: 0 } },
  })

  const getPicture = () => stage.current?.querySelector<HTMLImageElement>('[data-picture]') ?? null
  const measureSizes = (): { stage: Size; picture: Size } => {
    const stageElement = stage.current
    const outer = { width: stageElement?.clientWidth ?? 0, height: stageElement?.clientHeight ?? 0 }
    const image = getPicture()
    return {
      stage: outer,
      picture: fitPicture({ width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 }, outer),
    }
  }
  const applyZoom = (next: Zoom, smooth = false) => {
    const measuredSizes = measureSizes()
    zoom.current = clampZoom(next, measuredSizes.stage, measuredSizes.picture)
    const image = getPicture()
    if (!image) return
    const { scale, x, y } = zoom.current
    image.style.transition = smooth ? 'transform var(--pf-base) var(--pf-ease)' : 'none'
    image.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    stage.current?.toggleAttribute('data-zoomed', scale > 1)
  }
  const applyDrag = ({ x, y }: Point, isDragging: boolean) => {
    const stageElement = stage.current
    if (!stageElement) return
    stageElement.style.setProperty('--drag-x', `${x}px`)
    stageElement.style.setProperty('--drag-y', `${y}px`)
    stageElement.toggleAttribute('data-dragging', isDragging)
  }
  const toCenterOffset = ({ x, y }: Point): Point => {
    const stageRect = stage.current?.getBoundingClientRect()
    return stageRect
      ? { x: x - stageRect.left - stageRect.width / 2, y: y - stageRect.top - stageRect.height / 2 }
      : { x: 0, y: 0 }
  }

  const resetZoom = useEffectEvent(() => {
    zoom.current = NO_ZOOM
    stage.current?.removeAttribute('data-zoomed')
    for (const image of stage.current?.querySelectorAll('img') ?? []) image.style.transform = ''
    applyDrag({ x: 0, y: 0 }, false)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- a new picture starts whole
  useEffect(() => resetZoom(), [pictureKey])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    if (event.ctrlKey || zoom.current.scale === 1) {
      const cursor = toCenterOffset({ x: event.clientX, y: event.clientY })
      applyZoom(zoomAt(zoom.current, zoom.current.scale * Math.exp(-event.deltaY / 300), cursor))
    } else {
      const { scale, x, y } = zoom.current
      applyZoom({ scale, x: x - event.deltaX, y: y - event.deltaY })
    }
  })
  // React's wheel listeners are passive; the page must not zoom with the picture.
  useEffect(() => {
    const stageElement = stage.current
    if (!stageElement) return undefined
    const listen = (event: WheelEvent) => onWheel(event)
    stageElement.addEventListener('wheel', listen, { passive: false })
    return () => stageElement.removeEventListener('wheel', listen)
  }, [stage])

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const state = gesture.current
    event.currentTarget.setPointerCapture(event.pointerId)
    state.points.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (state.points.size === 1) {
      state.start = { x: event.clientX, y: event.clientY }
      state.startedAt = event.timeStamp
      state.moved = false
    }
    state.pinch =
      state.points.size === 2 ? { ...measurePinch(state.points, toCenterOffset), zoom: zoom.current } : null
    if (state.pinch) applyDrag({ x: 0, y: 0 }, false)
  }

  const onPointerMove = (event: PointerEvent) => {
    const state = gesture.current
    const before = state.points.get(event.pointerId)
    if (!before) return
    const point = { x: event.clientX, y: event.clientY }
    state.points.set(event.pointerId, point)
    if (state.pinch) {
      const { distance, middle } = measurePinch(state.points, toCenterOffset)
      const scaled = zoomAt(
        state.pinch.zoom,
        (state.pinch.zoom.scale * distance) / state.pinch.distance,
        state.pinch.middle,
      )
      const middleMove = { x: middle.x - state.pinch.middle.x, y: middle.y - state.pinch.middle.y }
      state.moved = true
      applyZoom({ ...scaled, x: scaled.x + middleMove.x, y: scaled.y + middleMove.y })
      return
    }
    const totalMove = { x: point.x - state.start.x, y: point.y - state.start.y }
    if (Math.hypot(totalMove.x, totalMove.y) > MAX_TAP_MOVEMENT_IN_PX) state.moved = true
    if (!state.moved) return
    if (zoom.current.scale > 1) {
      const { scale, x, y } = zoom.current
      applyZoom({ scale, x: x + point.x - before.x, y: y + point.y - before.y })
    } else if (event.pointerType !== 'mouse' || event.buttons === 1) {
      const isHorizontal = Math.abs(totalMove.x) > Math.abs(totalMove.y)
      applyDrag(isHorizontal ? { x: totalMove.x, y: 0 } : { x: 0, y: Math.max(0, totalMove.y) }, true)
    }
  }

  const onPointerUp = (event: PointerEvent) => {
    const state = gesture.current
    if (!state.points.delete(event.pointerId)) return
    if (state.points.size > 0) {
      const [remainingPoint] = state.points.values()
      state.pinch = null
      if (remainingPoint) state.start = remainingPoint
      return
    }
    state.pinch = null
    const point = { x: event.clientX, y: event.clientY }
    if (!state.moved) return tap(point, event.timeStamp)
    if (zoom.current.scale > 1) return
    const totalMove = { x: point.x - state.start.x, y: point.y - state.start.y }
    const swipe =
      event.type === 'pointerup'
        ? detectSwipe(totalMove, measureSizes().stage, event.timeStamp - state.startedAt)
        : 'stay'
    applyDrag({ x: 0, y: 0 }, false)
    if (swipe !== 'stay') onSwipe(swipe)
  }

  const tap = (point: Point, timeInMs: number) => {
    const { lastTap } = gesture.current
    const isNear = Math.hypot(point.x - lastTap.point.x, point.y - lastTap.point.y) < 40
    const isDoubleTap = timeInMs - lastTap.at < DOUBLE_TAP_IN_MS && isNear
    gesture.current.lastTap = { at: isDoubleTap ? 0 : timeInMs, point }
    if (!isDoubleTap) return onTap?.()
    applyZoom(
      zoom.current.scale > 1 ? NO_ZOOM : zoomAt(NO_ZOOM, DOUBLE_TAP_SCALE, toCenterOffset(point)),
      true,
    )
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    toggleZoom: () =>
      applyZoom(zoom.current.scale > 1 ? NO_ZOOM : zoomAt(NO_ZOOM, DOUBLE_TAP_SCALE, { x: 0, y: 0 }), true),
    /** Returns whether arrows should turn pages; a zoomed picture is panned instead. */
    isUnzoomed: () => zoom.current.scale === 1,
  }
}

function measurePinch(points: Map<number, Point>, toCenterOffset: (point: Point) => Point) {
  const [a, b] = [...points.values()]
  if (!a || !b) return { distance: 1, middle: { x: 0, y: 0 } }
  return {
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
    middle: toCenterOffset({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }),
  }
}
