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
  /** Names a layer without a `DialogTitle` for assistive technology. */
  label?: string
  scheme?: 'light' | 'dark'
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * Renders a modal layer over the page: mount it to open, unmount it to close. Headless UI traps and restores focus,
 * makes the page inert, locks its scrolling, and closes the topmost layer on Escape and on a press outside.
 *
 * The dialog element is the panel itself, so that everything beside it is outside. `styles/layers.css` draws the scrim.
 */
export function Layer({ onClose, className, label, scheme, onKeyDown, children }: LayerProps) {
  const [opener] = useState(() => document.activeElement)
  // Headless UI 2.2 makes the page inert when a dialog opens, but finds the page only in the first commit. A dialog that is mounted
  // open would leave the page usable, except the first one, which Headless UI opens later.
  const [marker, setMarker] = useState<Element | null>(null)
  useCloseRequests(onClose)
  return (
    <>
      {/* marks the layer's position in the page: `keepFocus` looks for a neighbor here when the opener is gone */}
      <span hidden data-layer="" ref={setMarker} />
      <Dialog
        static
        open={marker !== null}
        onClose={onClose}
        className={`pf-dialog ${className}`}
        aria-label={label}
        data-scheme={scheme}
        onKeyDown={onKeyDown}
      >
        {children}
        <FocusReturn opener={opener} />
      </Dialog>
    </>
  )
}

/**
 * Returns focus to the opener of the first layer. Headless UI only knows elements focused after its code was loaded,
 * which is later than the press that opened the layer. An element of the page that takes the focus when the layer closes
 * keeps it.
 */
function FocusReturn({ opener }: { opener: Element | null }) {
  // a child of the dialog: its cleanups run after the dialog's, when the page is no longer inert
  useLayoutEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  useEffect(
    () => () => {
      // effects of the page follow in this task, then a microtask of Headless UI restores the focus, then the one below
      let focusTarget: EventTarget | null = null
      const recordFocus = ({ target }: FocusEvent) => {
        focusTarget ??= target
      }
      document.addEventListener('focusin', recordFocus)
      queueMicrotask(() => {
        document.removeEventListener('focusin', recordFocus)
        if (
          focusTarget instanceof HTMLElement &&
          focusTarget.isConnected &&
          focusTarget !== document.activeElement
        )
          focusTarget.focus({ preventScroll: true })
      })
    },
    [],
  )
  return null
}

/** https://developer.mozilla.org/docs/Web/API/CloseWatcher */
interface CloseWatcher extends EventTarget {
  destroy: () => void
}

/** Closes on the system's close request, which is Back on Android (Chrome 126), without leaving the page. */
function useCloseRequests(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (!CloseWatcher) return undefined
    const createWatcher = () => {
      const newWatcher = new CloseWatcher()
      newWatcher.addEventListener('close', () => {
        // a CloseWatcher is inactive after its first request; an owner that stays open needs another one
        watcher = createWatcher()
        close()
      })
      return newWatcher
    }
    let watcher = createWatcher()
    return () => watcher.destroy()
  }, [])
}
