import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Delay of hovering: a pointer passing over does not open the menu, and a brief exit does not close it. */
const delayInMs = 250
/** Shorter delay for a menu that was just closed. */
const reopenInMs = 100
const justClosedInMs = 1_000

export type OpenedBy = 'press' | 'pointer'

/**
 * Returns the state of a menu that opens by a press and by hovering with a mouse. Set the `hoverHandlers` on the parent of
 * button and menu.
 */
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
    /** Handles a press. A menu opened by hovering stays open, and only another press closes it. */
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
        // a menu opened by a press is only closed by a press
        if (openedBy === 'press') return clearTimeout(timer.current)
        after(delayInMs, undefined)
      },
    },
  }
}
