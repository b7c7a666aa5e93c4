import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Drives a native modal dialog by a boolean: focus goes in and comes back, Escape and the phone's back gesture close
 * it, a press on the backdrop closes it too.
 */
export function useDialog(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  // Before the passive effects of what is inside: they may measure themselves.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return undefined
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    const onCancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog && !contains(dialog.getBoundingClientRect(), event)) close()
    }
    // The browser may close it without asking (a second Escape): the owner must hear of it.
    const onClosed = () => {
      // closed and opened again at once: the event of the first comes late
      if (!dialog.open) close()
    }
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('mousedown', onPress)
    dialog.addEventListener('close', onClosed)
    return () => {
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('mousedown', onPress)
      dialog.removeEventListener('close', onClosed)
      if (dialog.open) dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [open])
  return ref
}

function contains(box: DOMRect, { clientX, clientY }: MouseEvent) {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}
