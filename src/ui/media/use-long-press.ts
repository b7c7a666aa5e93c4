import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_IN_MS = 500
const MAX_MOVEMENT_IN_PX = 10

/** Returns handlers for a long press by touch; the click that follows it is suppressed. */
export function useLongPress(onLongPress?: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, fired: false })
  useEffect(() => () => clearTimeout(press.current.timer), [])
  if (!onLongPress) return {}
  const cancel = () => clearTimeout(press.current.timer)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      cancel()
      const timer = window.setTimeout(() => {
        press.current.fired = true
        onLongPress()
      }, LONG_PRESS_IN_MS)
      press.current = { timer, x: event.clientX, y: event.clientY, fired: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = press.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_MOVEMENT_IN_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      if (press.current.fired) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!press.current.fired) return
      press.current.fired = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
