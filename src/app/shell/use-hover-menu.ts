import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Delay of hovering: a pointer passing over does not open the menu, and a brief exit does not close it. */
const delayInMs = 250
/** Shorter delay for a menu that was just closed. */
const reopenDelayInMs = 100
const justClosedInMs = 1_000

export type OpenedBy = 'press' | 'pointer'

/**
 * Returns the state of a menu that opens by a press and by hovering with a mouse. Set the `hoverHandlers` on the parent of
 * button and menu.
 */
export function useHoverMenu() {
  const [openedBy, setOpenedBy] = useState<OpenedBy>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastClosed = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])
  const setOpen = (cause: OpenedBy | undefined) => {
    clearTimeout(timer.current)
    if (cause === undefined) lastClosed.current = performance.now()
    setOpenedBy(cause)
  }
  const schedule = (waitInMs: number, cause: OpenedBy | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(cause), waitInMs)
  }
  return {
    openedBy,
    /** Handles a press. A menu opened by hovering stays open, and only another press closes it. */
    toggle: () => setOpen(openedBy === 'press' ? undefined : 'press'),
    close: () => {
      if (openedBy) setOpen(undefined)
    },
    hoverHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        if (openedBy) return clearTimeout(timer.current)
        const isReopening = performance.now() - lastClosed.current < justClosedInMs
        schedule(isReopening ? reopenDelayInMs : delayInMs, 'pointer')
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return
        // a menu opened by a press is only closed by a press
        if (openedBy === 'press') return clearTimeout(timer.current)
        schedule(delayInMs, undefined)
      },
    },
  }
}
