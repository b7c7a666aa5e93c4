import { Dialog } from '@headlessui/react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'

export interface LayerProps {
  onClose: () => void
  className: string
  /** The name of a layer without a `DialogTitle`. */
  label?: string
  scheme?: 'light' | 'dark'
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * A modal layer over the page: mount it to open, unmount it to close. Headless UI traps the focus, gives it back, makes
 * the page inert, locks its scrolling, and closes the topmost layer on Escape and on a press beside it.
 *
 * The dialog element is the panel itself, so that everything beside it is outside. The scrim is drawn by
 * `styles/layers.css`.
 */
export function Layer({ onClose, className, label, scheme, onKeyDown, children }: LayerProps) {
  const [opener] = useState(() => document.activeElement)
  useCloseRequests(onClose)
  return (
    <>
      {/* marks where the layer belongs in the page: `keepFocus` looks for a neighbour here when the opener has gone */}
      <span hidden data-layer="" />
      <Dialog
        static
        open
        onClose={onClose}
        className={`pf-dialog ${className}`}
        aria-label={label}
        data-scheme={scheme}
        onKeyDown={onKeyDown}
      >
        {children}
        <FocusReturn to={opener} />
      </Dialog>
    </>
  )
}

/**
 * Gives the focus back to the opener of the first layer: Headless UI knows only elements that had the focus after its
 * own code arrived, which is later than the press that asked for it.
 */
function FocusReturn({ to }: { to: Element | null }) {
  // a child of the dialog: its clean-up runs after that of the dialog, when the page is no longer inert
  useLayoutEffect(
    () => () => {
      if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
    },
    [to],
  )
  return null
}

/** https://developer.mozilla.org/docs/Web/API/CloseWatcher */
interface CloseWatcher extends EventTarget {
  destroy: () => void
}

/** Closes on the device's own gesture, which is Back on Android (Chrome 126), without leaving the page. */
function useCloseRequests(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (!CloseWatcher) return undefined
    const watch = () => {
      const next = new CloseWatcher()
      next.addEventListener('close', () => {
        // it ends with its first request; an owner that refuses to close needs another one
        watcher = watch()
        close()
      })
      return next
    }
    let watcher = watch()
    return () => watcher.destroy()
  }, [])
}
