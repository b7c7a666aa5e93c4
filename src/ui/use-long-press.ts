import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const HOLD_IN_MS = 500
const SLACK_IN_PX = 10

/** Returns handlers for a long press by touch; the click that follows it is suppressed. */
export function useLongPress(onLongPress?: () => void) {
  const hold = useRef({ timer: 0, x: 0, y: 0, fired: false })
  useEffect(() => () => clearTimeout(hold.current.timer), [])
  if (!onLongPress) return {}
  const stop = () => clearTimeout(hold.current.timer)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      stop()
      const timer = window.setTimeout(() => {
        hold.current.fired = true
        onLongPress()
      }, HOLD_IN_MS)
      hold.current = { timer, x: event.clientX, y: event.clientY, fired: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = hold.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK_IN_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (hold.current.fired) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hold.current.fired) return
      hold.current.fired = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
