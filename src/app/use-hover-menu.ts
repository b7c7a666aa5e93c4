import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** A pointer that only passes by opens nothing; one that slips off for a moment closes nothing. */
const delayInMs = 250
/** Whoever has just had it open wants it back sooner. */
const reopenInMs = 100
const justClosedInMs = 1_000

export type OpenedBy = 'press' | 'pointer'

/** A menu that opens by a press, and by a mouse that rests on it. The props are for what holds button and menu. */
export function useHoverMenu() {
  const [openedBy, setOpenedBy] = useState<OpenedBy>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leftOn = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (how: OpenedBy | undefined) => {
    clearTimeout(timer.current)
    if (how === undefined) leftOn.current = performance.now()
    setOpenedBy(how)
  }
  const after = (inMs: number, how: OpenedBy | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set(how), inMs)
  }
  return {
    openedBy,
    /** A press on one that the mouse has opened keeps it open. */
    toggle: () => set(openedBy === 'press' ? undefined : 'press'),
    close: () => {
      if (openedBy) set(undefined)
    },
    hover: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        if (openedBy) return clearTimeout(timer.current)
        const isBack = performance.now() - leftOn.current < justClosedInMs
        after(isBack ? reopenInMs : delayInMs, 'pointer')
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        // what was opened by a press is closed by one
        if (openedBy === 'press') return clearTimeout(timer.current)
        after(delayInMs, undefined)
      },
    },
  }
}
